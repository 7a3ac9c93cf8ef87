//! Mounts the guide.

fn main() {
    console_error_panic_hook::set_once();
    race_app::mount_guide();
}
