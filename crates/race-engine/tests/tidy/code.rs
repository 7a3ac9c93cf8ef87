//! The code in a Rust file: its tokens, without comments and, where asked, without tests.

use std::iter::Peekable;

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Returns a file's code without its comments. Each path of a `use` stands there in full, so that
/// `use std::{fs, io}` is found as `std::fs`.
pub fn code(text: &str) -> String {
    printed(tokens(text))
}

/// Returns a file's code without its comments and without each item behind `#[cfg(test)]`.
pub fn code_without_tests(text: &str) -> String {
    printed(without_tests(tokens(text)))
}

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn is_punct(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

fn braces(token: &TokenTree) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group),
        _ => None,
    }
}

/// Takes the rest of an attribute whose `#` was taken; what stands between its brackets.
fn attribute(tokens: &mut Peekable<IntoIter>) -> Option<TokenStream> {
    tokens.next_if(|token| is_punct(token, '!'));
    let brackets = tokens.next_if(
        |token| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket),
    )?;
    match brackets {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    }
}

fn without_tests(stream: TokenStream) -> TokenStream {
    let mut kept = TokenStream::new();
    let mut tokens = stream.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if is_punct(&token, '#')
            && let Some(attribute) = attribute(&mut tokens)
        {
            if attribute.to_string().replace(' ', "") == "cfg(test)" {
                skip_item(&mut tokens);
            }
            continue;
        }
        kept.extend([match token {
            TokenTree::Group(group) => {
                TokenTree::Group(Group::new(group.delimiter(), without_tests(group.stream())))
            }
            other => other,
        }]);
    }
    kept
}

/// Passes over an item: to its braces, or to the `;` of one that ends so.
fn skip_item(tokens: &mut Peekable<IntoIter>) {
    let mut ends_in_semicolon = false;
    for token in tokens.by_ref() {
        if let TokenTree::Ident(word) = &token {
            ends_in_semicolon |= ["use", "const", "static", "type"].contains(&&*word.to_string());
            ends_in_semicolon &= word != "fn";
        }
        if is_punct(&token, ';') || (braces(&token).is_some() && !ends_in_semicolon) {
            return;
        }
    }
}

fn printed(stream: TokenStream) -> String {
    let mut text = String::new();
    print(stream, &mut text);
    text
}

fn print(stream: TokenStream, text: &mut String) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = stream.into_iter().peekable();
    while let Some(token) = tokens.next() {
        // Comments of items are attributes by now; the others hold no code either.
        if is_punct(&token, '#') && attribute(&mut tokens).is_some() {
            continue;
        }
        if let Some(group) = braces(&token).filter(|_| text.ends_with("::")) {
            let path = text.rfind(|c| !is_word(c) && c != ':').map_or(0, |at| at + 1);
            let path = text[path..].to_owned();
            text.truncate(text.len() - path.len());
            let tree: Vec<TokenTree> = group.stream().into_iter().collect();
            for branch in tree.split(|token| is_punct(token, ',')) {
                text.push_str(&format!(";{path}"));
                print(branch.iter().cloned().collect(), text);
            }
            continue;
        }
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                print(group.stream(), text);
                text.push_str(close);
            }
            TokenTree::Punct(punct) => text.push(punct.as_char()),
            other => {
                let other = other.to_string();
                if text.ends_with(is_word) && other.starts_with(is_word) {
                    text.push(' ');
                }
                text.push_str(&other);
            }
        }
    }
}

#[test]
fn only_what_is_behind_cfg_test_is_cut() {
    let text = "//! std::doc\n#[cfg(test)]\nmod tests;\nuse std::{fs, io::{self, Read}};\n\
                fn one() { two() } // std::comment\n\
                #[cfg(test)]\n#[allow(unused)]\nconst fn three() { four() }\n\
                #[cfg(test)] use a::{b}; mod c { #[cfg(test)] fn d() {} fn e() {} }\n\
                #[cfg(test)]\nmod more { fn f() {} }\nasync fn last() {}\n";
    assert_eq!(
        code_without_tests(text),
        "use ;std::fs;;std::io::self;std::io::Read;fn one(){two()}mod c{fn e(){}}async fn last(){}"
    );
    assert!(code(text).contains("mod tests;") && code(text).contains("four()"));
    assert!(!code(text).contains("std::doc") && !code(text).contains("std::comment"));
}
