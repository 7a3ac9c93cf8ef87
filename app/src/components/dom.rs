//! Elements, and what keeps them in step with signals.
//!
//! A page is built once, and from then on only its texts, attributes and parts change. Here each of
//! these is one boxed closure behind one kind of effect. The `view!` macro makes a type of every
//! element and a future of every text instead: the same page came to 257 KB of gzipped WebAssembly
//! with it and comes to 184 KB with this, and 200 KB is what it may weigh.

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, Node};

const SVG: &str = "http://www.w3.org/2000/svg";

/// Reads a text that may be absent.
type Read = Box<dyn Fn() -> Option<String>>;
/// Is told of it.
type Tell = Box<dyn Fn(Option<&str>)>;

/// An element under construction, and afterwards.
#[derive(Clone)]
pub struct El(Element);

/// An element with a class, which may be empty.
pub fn el(tag: &str, class: &str) -> El {
    El(document().create_element(tag).expect("a tag")).class(class)
}

/// An element of a drawing.
pub fn svg(tag: &str, class: &str) -> El {
    El(document().create_element_ns(Some(SVG), tag).expect("a tag")).class(class)
}

/// The document's body.
pub fn body() -> El {
    El(document().body().expect("the page has a body").into())
}

/// A button with a name for tests and what it does.
pub fn button(class: &str, testid: &str, act: impl FnMut() + 'static) -> El {
    let mut act = act;
    el("button", class).set("type", "button").test(testid).on("click", move |_| act())
}

/// A tick box or one of a few, with what it does once it is on.
pub fn choice(kind: &str, testid: &str, act: impl FnMut() + 'static) -> El {
    let mut act = act;
    el("input", "").set("type", kind).test(testid).on("change", move |_| act())
}

/// Acts now, and again whenever a signal that was read has changed, as long as its owner lives.
pub fn follow(act: impl FnMut() + 'static) {
    keep(Box::new(act));
}

fn keep(mut act: Box<dyn FnMut()>) {
    let effect = RenderEffect::new(move |_: Option<()>| act());
    StoredValue::new_local(effect);
}

/// What stands in the field that an event came from.
pub fn typed(event: &Event) -> String {
    let input = event.target().and_then(|target| JsValue::from(target).dyn_into::<Element>().ok());
    input
        .and_then(|input| js_sys::Reflect::get(&input, &"value".into()).ok()?.as_string())
        .unwrap_or_default()
}

/// Whether the box that an event came from is ticked.
pub fn ticked(event: &Event) -> bool {
    let input = event.target().map(JsCast::unchecked_into::<HtmlInputElement>);
    input.is_some_and(|input| input.checked())
}

impl El {
    /// The browser's own handle.
    pub fn raw<T: JsCast>(&self) -> T {
        self.0.clone().unchecked_into()
    }

    fn class(self, class: &str) -> El {
        if class.is_empty() { self } else { self.set("class", class) }
    }

    /// Sets an attribute.
    pub fn set(self, name: &str, value: &str) -> El {
        self.put(name, Some(value));
        self
    }

    /// Sets the name that tests know it by.
    pub fn test(self, name: &str) -> El {
        self.set("data-testid", name)
    }

    /// Sets an attribute, or takes it away.
    pub fn put(&self, name: &str, value: Option<&str>) {
        // Fails only for a name that is none.
        let _ = match value {
            Some(value) => self.0.set_attribute(name, value),
            None => self.0.remove_attribute(name),
        };
    }

    /// Replaces what it says.
    pub fn write(&self, text: &str) {
        self.0.set_text_content(Some(text));
    }

    /// Appends a text.
    pub fn say(self, text: &str) -> El {
        self.append(&document().create_text_node(text));
        self
    }

    /// Appends an element.
    #[allow(clippy::should_implement_trait, reason = "it builds, it does not sum up")]
    pub fn add(self, child: El) -> El {
        self.append(&child.0);
        self
    }

    /// Appends elements.
    pub fn all(self, children: Vec<El>) -> El {
        for child in children {
            self.append(&child.0);
        }
        self
    }

    fn append(&self, child: &Node) {
        let _ = self.0.append_child(child);
    }

    /// Appends a text that follows signals.
    pub fn says(self, text: impl Fn() -> String + 'static) -> El {
        let node = document().create_text_node("");
        self.append(&node);
        changes(
            Box::new(move || Some(text())),
            Box::new(move |text| node.set_data(text.unwrap_or_default())),
        );
        self
    }

    /// Sets an attribute that follows signals and may be absent.
    pub fn keeps(self, name: &'static str, value: impl Fn() -> Option<String> + 'static) -> El {
        let element = self.clone();
        changes(Box::new(value), Box::new(move |value| element.put(name, value)));
        self
    }

    /// Sets a custom property of its style, which follows signals.
    pub fn styles(self, name: &'static str, value: impl Fn() -> String + 'static) -> El {
        let style = self.raw::<HtmlElement>().style();
        let set =
            move |value: Option<&str>| drop(style.set_property(name, value.unwrap_or_default()));
        changes(Box::new(move || Some(value())), Box::new(set));
        self
    }

    /// Has a class as long as something is so.
    pub fn has(self, class: &'static str, so: impl Fn() -> bool + 'static) -> El {
        let classes = self.0.class_list();
        let so = move || so().then(String::new);
        let set = move |so: Option<&str>| drop(classes.toggle_with_force(class, so.is_some()));
        changes(Box::new(so), Box::new(set));
        self
    }

    /// Keeps a field's value.
    pub fn value(self, value: impl Fn() -> String + 'static) -> El {
        self.property("value", move || value().into())
    }

    /// Keeps a box ticked, or a radio button chosen, as long as something is so.
    pub fn checked(self, so: impl Fn() -> bool + 'static) -> El {
        self.property("checked", move || so().into())
    }

    /// Keeps a property: set each time, because a person may have changed it in the meantime.
    pub fn property(self, name: &'static str, value: impl Fn() -> JsValue + 'static) -> El {
        let element = self.0.clone();
        follow(move || {
            let _ = js_sys::Reflect::set(&element, &name.into(), &value());
        });
        self
    }

    /// Appends elements that are made anew whenever a signal that they read at making has changed.
    pub fn part(self, part: impl Fn() -> Vec<El> + 'static) -> El {
        self.renews(Box::new(part));
        self
    }

    fn renews(&self, part: Box<dyn Fn() -> Vec<El>>) {
        let (parent, end) = (self.0.clone(), document().create_text_node(""));
        self.append(&end);
        let mut shown: Vec<El> = Vec::new();
        follow(move || {
            let next = part();
            for old in shown.drain(..) {
                old.0.remove();
            }
            for new in &next {
                let _ = parent.insert_before(&new.0, Some(&end));
            }
            shown = next;
        });
    }

    /// Acts on an event.
    pub fn on(self, event: &str, act: impl FnMut(Event) + 'static) -> El {
        let act: Box<dyn FnMut(Event)> = Box::new(act);
        let listener = Closure::wrap(act).into_js_value();
        let _ = self.0.add_event_listener_with_callback(event, listener.unchecked_ref());
        self
    }
}

/// Tells of a text whenever it has become another one.
fn changes(read: Read, tell: Tell) {
    let mut known = None;
    follow(move || {
        let now = read();
        if known.as_ref() != Some(&now) {
            tell(now.as_deref());
            known = Some(now);
        }
    });
}
