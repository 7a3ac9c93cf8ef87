# The commands of this project; `make` alone lists them.

.DEFAULT_GOAL := help
.NOTPARALLEL:

# scripts/setup puts Trunk and wasm-bindgen here, where every clone finds them.
export RACE_TOOLS ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/red-packet-race/tools
export PATH := $(RACE_TOOLS)/bin:$(PATH)
export TRUNK_SKIP_VERSION_CHECK := true

RACE := $(or $(CARGO_TARGET_DIR),target)/release/race
# Folders as well as files: a file that is gone shows in its folder's time.
PAGE := $(shell find app crates lua style worker 2>/dev/null) Trunk.toml guide.toml Cargo.toml Cargo.lock .cargo/config.toml

.PHONY: help setup setup-build setup-test run build dev check test soak bench docs audit

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s%s\n", $$1, $$2 }' Makefile

run: setup-build build ## Install what is missing, build, and serve the page on http://127.0.0.1:8080
	$(RACE) serve

build: dist/guide/index.html ## Build the pages, then the server with them inside: target/release/race
	cargo build --release --package race-server

# The race page, then the guide into a folder within: Trunk empties the folder that it builds into.
dist/guide/index.html: $(PAGE)
	@command -v trunk >/dev/null || { echo "No trunk here: run 'make setup' first" >&2; exit 1; }
	trunk build --release
	trunk build --release --config guide.toml

dev: setup-build ## Serve the page on http://127.0.0.1:8081, built again and reloaded on save
	scripts/dev

check: ## Check the format, and lint both targets, warnings being errors
	cargo fmt --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy --package race-app --package race-worker --target wasm32-unknown-unknown -- -D warnings

test: setup-build setup-test build ## Run every test: Rust, a real Redis and PostgreSQL, the page in a real browser
	cargo test --workspace
	scripts/wasm-test
	CHROMIUM="$$(scripts/chromium)" npm --prefix e2e test

soak: export RACE_SOAK := 1
soak: test ## The same tests, with far more random cases

bench: build ## Measure our overhead beside redis-benchmark, on the same Redis in the same run
	$(RACE) bench

docs: ## Write the generated tables into the documents, and the schedules that tests expect
	UPDATE_DOCS=1 cargo test --package race-engine --test architecture --test documents --test everywhere

audit: ## Check crates, licences and sources against deny.toml
	@command -v cargo-deny >/dev/null || { echo "No cargo-deny here: 'cargo install --locked cargo-deny' installs it" >&2; exit 1; }
	cargo deny check bans licenses sources

setup: setup-build setup-test ## Install what is missing to build and to test; see scripts/setup

setup-build:
	@scripts/setup build

setup-test:
	@scripts/setup test
