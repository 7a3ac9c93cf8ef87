//! The checks that stand before every route: of the Host header, and of the request's origin.
//!
//! A page of another site can make a visitor's browser send requests to this server, and a name
//! that is made to point at us (DNS rebinding) can make that page look like ours. So the `Host` must be a name of this
//! server, and a request that changes something, or opens a WebSocket, must come from our own page or from a program
//! that is no browser.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN, UPGRADE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

use super::App;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The names and origins that a server accepts.
#[derive(Clone, Debug)]
pub struct Policy {
    bound: IpAddr,
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl Policy {
    /// Returns what a server bound to this address accepts, with the names and origins that its owner adds.
    pub fn new(bound: SocketAddr, hosts: Vec<String>, origins: Vec<String>) -> Policy {
        let lower =
            |texts: Vec<String>| texts.iter().map(|text| text.to_ascii_lowercase()).collect();
        Policy { bound: bound.ip(), hosts: lower(hosts), origins: lower(origins) }
    }

    /// Returns true if a Host header is a name of this server.
    ///
    /// The port is left out: behind a tunnel or a development proxy it is another one, and a page on another port of
    /// the same machine differs by its `Origin`.
    fn is_ours(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else {
            return false;
        };
        let name =
            authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        match name.parse::<IpAddr>() {
            // Another address's page cannot send ours as its host: only a name can be pointed elsewhere.
            Ok(ip) => ip.is_loopback() || ip == self.bound || self.bound.is_unspecified(),
            Err(_) => {
                name == "localhost" || name.ends_with(".localhost") || self.hosts.contains(&name)
            }
        }
    }

    /// Refuses a request with these headers if its host is not ours, or if it changes something for another site.
    fn check(&self, headers: &HeaderMap, changes: bool) -> Result<(), ApiError> {
        let host =
            one(headers, HOST).filter(|host| self.is_ours(host)).ok_or(ApiError::UnknownHost)?;
        if !changes {
            return Ok(());
        }
        let by_browser = headers.contains_key(SEC_FETCH_SITE);
        match headers.contains_key(ORIGIN) {
            true => {
                let origin = one(headers, ORIGIN).ok_or(ApiError::ForeignOrigin)?;
                let by_itself =
                    one(headers, SEC_FETCH_SITE).is_none_or(|site| site == "same-origin");
                let named = self.origins.contains(&origin.to_ascii_lowercase());
                match named || (by_itself && is_origin_of(origin, host)) {
                    true => Ok(()),
                    false => Err(ApiError::ForeignOrigin),
                }
            }
            // A browser names the origin of a request that changes something: where it is missing, it was hidden.
            false if by_browser => Err(ApiError::ForeignOrigin),
            false => Ok(()),
        }
    }
}

fn is_origin_of(origin: &str, host: &str) -> bool {
    let named = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    named.is_some_and(|named| named.eq_ignore_ascii_case(host))
}

/// Returns a header that is present exactly once and is text.
fn one(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// Refuses what the policy does not accept, before any route sees it.
pub async fn check(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS, Method::TRACE];
    let changes = !reads.contains(request.method()) || request.headers().contains_key(UPGRADE);
    match app.policy.check(request.headers(), changes) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(policy: &Policy, changes: bool, headers: &[(&str, &str)]) -> u16 {
        let headers = headers
            .iter()
            .map(|(name, value)| (name.parse::<HeaderName>().unwrap(), value.parse().unwrap()))
            .collect();
        match policy.check(&headers, changes) {
            Ok(()) => 200,
            Err(error) => error.into_response().status().as_u16(),
        }
    }

    #[test]
    fn only_names_of_our_own_are_answered_to() {
        let bound = "192.168.1.5:8080".parse().unwrap();
        let policy = Policy::new(bound, vec!["Race.example".to_owned()], vec![]);
        for host in [
            "127.0.0.1:8080",
            "localhost",
            "LOCALHOST:9000",
            "[::1]:8080",
            "192.168.1.5:8080",
            "race.example",
        ] {
            assert_eq!(status(&policy, false, &[("host", host)]), 200, "{host}");
        }
        for host in [
            "evil.example",
            "192.168.1.6",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "",
            "a b",
        ] {
            assert_eq!(status(&policy, false, &[("host", host)]), 421, "{host}");
        }
        assert_eq!(status(&policy, false, &[]), 421);
        assert_eq!(status(&policy, false, &[("host", "localhost"), ("host", "localhost")]), 421);
    }

    #[test]
    fn a_server_that_listens_everywhere_answers_to_any_address_but_not_to_any_name() {
        let policy = Policy::new("0.0.0.0:8080".parse().unwrap(), vec![], vec![]);
        assert_eq!(status(&policy, false, &[("host", "10.1.2.3:8080")]), 200);
        assert_eq!(status(&policy, false, &[("host", "evil.example:8080")]), 421);
    }

    #[test]
    fn only_our_own_page_and_programs_that_are_no_browser_may_change_something() {
        let bound = "127.0.0.1:8080".parse().unwrap();
        let policy = Policy::new(bound, vec![], vec!["http://dev.example:8081".to_owned()]);
        let host = ("host", "127.0.0.1:8080");
        let ours = ("origin", "http://127.0.0.1:8080");
        let table: [(&[(&str, &str)], u16); 11] = [
            (&[host], 200),
            (&[host, ours], 200),
            (&[host, ours, ("sec-fetch-site", "same-origin")], 200),
            (&[host, ("origin", "http://dev.example:8081"), ("sec-fetch-site", "cross-site")], 200),
            (&[host, ours, ("sec-fetch-site", "cross-site")], 403),
            (&[host, ("sec-fetch-site", "same-origin")], 403),
            (&[host, ("sec-fetch-site", "none")], 403),
            (&[host, ("origin", "null")], 403),
            (&[host, ("origin", "http://evil.example")], 403),
            (&[host, ("origin", "http://127.0.0.1:3000"), ("sec-fetch-site", "same-site")], 403),
            (&[host, ours, ours], 403),
        ];
        for (headers, expected) in table {
            assert_eq!(status(&policy, true, headers), expected, "{headers:?}");
        }
        assert_eq!(status(&policy, false, &[host, ("origin", "http://evil.example")]), 200);
    }
}
