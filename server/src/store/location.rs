//! Where a Redis is, read from a URL that may hold a password.

use redis::{ConnectionAddr, ConnectionInfo, IntoConnectionInfo};

use super::error::StoreError;

/// Where a Redis is, and how to log in there.
#[derive(Clone)]
pub struct Location(ConnectionInfo);

impl Location {
    /// Returns the location that a URL names.
    ///
    /// # Errors
    ///
    /// Fails if the URL is of another form; the error never repeats it.
    pub fn read(url: &str) -> Result<Location, StoreError> {
        if url.to_ascii_lowercase().starts_with("rediss:") {
            return Err(StoreError::Tls);
        }
        let info = url.into_connection_info().map_err(|_| StoreError::BadAddress)?;
        let settings = info.redis_settings();
        if settings.username().is_some() && settings.password().is_none() {
            return Err(StoreError::UserWithoutPassword);
        }
        Ok(Location(info))
    }

    /// Returns the location of a socket in the file system.
    pub fn socket(path: std::path::PathBuf) -> Location {
        let info = ConnectionAddr::Unix(path).into_connection_info();
        Location(info.expect("a path is an address"))
    }

    /// Returns the address for people, without user and password.
    pub fn address(&self) -> String {
        self.0.addr().to_string()
    }

    /// Returns the location in the client's own type.
    pub(super) fn info(&self) -> &ConnectionInfo {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_none_is_refused_without_repeating_it() {
        for url in [
            "redis://app:secret@host:port",
            "host:6379",
            "http://:secret@host",
            "rediss://:secret@h",
        ] {
            let error = Location::read(url).err().expect(url).to_string();
            assert!(!error.contains("secret@") && !error.contains("app:"), "{error}");
        }
    }

    #[test]
    fn a_user_without_a_password_is_refused_rather_than_taken_for_the_default_user() {
        let refused = Location::read("redis://app@host");
        assert!(matches!(refused, Err(StoreError::UserWithoutPassword)));
        assert!(Location::read("redis://app:x@host").is_ok());
        assert!(Location::read("redis://:x@host/3").is_ok());
    }
}
