//! The time within which a database must answer what is not a grab's.

use tokio::time::timeout;

use super::address::Address;
use super::error::SqlError;
use crate::limits::ANSWER_TIME_MAX;

/// Returns what the work returns, if it is done in time.
///
/// # Errors
///
/// Fails if the work does or if it takes too long.
pub async fn in_time<T>(
    address: &Address,
    work: impl Future<Output = Result<T, SqlError>>,
) -> Result<T, SqlError> {
    let silent = || SqlError::Silent(address.to_where());
    timeout(ANSWER_TIME_MAX, work).await.unwrap_or_else(|_| Err(silent()))
}
