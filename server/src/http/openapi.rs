//! `GET /api/openapi.json`: the API described for programs.
//!
//! Each handler describes itself (`utoipa::path`), and the router collects the descriptions together with the
//! routes, so that neither comes without the other.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use utoipa::ToSchema as _;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::{self, ContentBuilder, Info, OpenApi, Paths, Ref, ResponseBuilder};

use super::schema::Error;

/// Serves `GET /api/openapi.json`.
#[utoipa::path(
    get, path = "/api/openapi.json", operation_id = "openapi", summary = "This description",
    responses((status = 200, description = "An OpenAPI document", content_type = "application/json", body = serde_json::Value)),
)]
pub async fn show(Extension(document): Extension<Arc<OpenApi>>) -> Response {
    Json(document.as_ref()).into_response()
}

/// Returns the document without any route.
pub fn empty() -> OpenApi {
    let mut info = Info::new("Red Packet Race", env!("CARGO_PKG_VERSION"));
    info.description = Some(
        "Races of grabs for a red packet's shares, on a real Redis. One race at a time.".to_owned(),
    );
    OpenApi::new(info, Paths::new())
}

/// Adds the response that every route has: the check of the Host header stands before all of them.
pub fn add_common_responses(document: &mut OpenApi) {
    let error = Ref::from_schema_name(Error::name());
    let content = ContentBuilder::new().schema(Some(error)).build();
    let unknown_host = ResponseBuilder::new()
        .description("The Host header is not a name of this server")
        .content("application/json", content)
        .build();
    for operation in document.paths.paths.values_mut().flat_map(operations) {
        let refused = openapi::RefOr::T(unknown_host.clone());
        operation.responses.responses.insert("421".to_owned(), refused);
    }
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut path.get, &mut path.post, &mut path.delete].into_iter().flatten()
}
