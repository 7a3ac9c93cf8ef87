//! The texts of a form: what was typed, over the form's defaults.
//!
//! Every page with a form keeps one [`Form`], and its own rules around it: which fields it shows, its
//! presets, and what the fields mean together.

use race_core::config::FIELDS;
use race_core::config::FieldError;
use race_core::config::field::{Field, FieldKind, Value};

/// One field of a form.
#[derive(Debug)]
pub struct FormField {
    /// The name in ids and in the address.
    pub name: &'static str,
    /// The text before anything is typed; it is always right.
    pub default: &'static str,
    /// What the text means.
    pub field: &'static Field,
    /// Checks a text by itself, without a look at the other fields.
    pub check: fn(&Field, &str) -> Result<(), FieldError>,
}

/// The texts of a form's fields.
#[derive(Clone, Debug)]
pub struct Form {
    fields: &'static [FormField],
    /// One for each field that is not as it was.
    typed: Vec<Typed>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Typed {
    name: &'static str,
    text: String,
}

impl PartialEq for Form {
    /// Returns true if the texts of two forms of one page are the same.
    fn eq(&self, other: &Form) -> bool {
        self.typed == other.typed
    }
}

impl Form {
    /// Returns a form in which nothing has been typed. The address has the fields in this order.
    pub fn new(fields: &'static [FormField]) -> Form {
        Form { fields, typed: Vec::new() }
    }

    fn field(&self, name: &str) -> Option<&'static FormField> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns the text of a field; empty if there is no such field.
    pub fn get(&self, name: &str) -> &str {
        let typed = self.typed.iter().find(|typed| typed.name == name);
        let default = || self.field(name).map_or("", |field| field.default);
        typed.map_or_else(default, |typed| &typed.text)
    }

    /// Types a text into a field; without effect if there is no such field.
    pub fn set(&mut self, name: &str, text: &str) {
        let Some(field) = self.field(name) else { return };
        self.typed.retain(|typed| typed.name != field.name);
        if text != field.default {
            let at = self.typed.partition_point(|typed| typed.name < field.name);
            self.typed.insert(at, Typed { name: field.name, text: text.to_owned() });
        }
    }

    /// Types texts into some fields.
    pub fn set_all(&mut self, texts: &[(&str, &str)]) {
        for (name, text) in texts {
            self.set(name, text);
        }
    }

    /// Types a text out of the address into a field, and returns true if it did: the field is known and
    /// the text is right.
    pub fn set_checked(&mut self, name: &str, text: &str) -> bool {
        let field = self.field(name).filter(|field| field.refuses(text).is_none());
        if field.is_some() {
            self.set(name, text);
        }
        field.is_some()
    }

    /// Takes back everything that was typed.
    pub fn reset(&mut self) {
        self.typed.clear();
    }

    /// Returns why the text of a field is wrong by itself; none if it is right.
    pub fn error(&self, name: &str) -> Option<FieldError> {
        self.field(name)?.refuses(self.get(name))
    }

    /// Returns the fields that a link must have to restore the form: those that were typed and are right.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let typed = |field: &FormField| self.typed.iter().find(|typed| typed.name == field.name);
        let pairs = self.fields.iter().filter_map(move |field| Some((field, typed(field)?)));
        pairs
            .filter(|(field, typed)| field.refuses(&typed.text).is_none())
            .map(|(field, typed)| (field.name, typed.text.as_str()))
    }
}

impl FormField {
    /// Returns the fields of a race's configuration that a page has, in their order there.
    pub fn of_config(
        is_on_page: impl Fn(&str) -> bool,
        page_defaults: &[(&str, &'static str)],
    ) -> Vec<FormField> {
        let default = |field: &Field| {
            let own = page_defaults.iter().find(|(name, _)| *name == field.name);
            own.map_or(field.default, |(_, text)| text)
        };
        let on_page = FIELDS.iter().filter(|field| is_on_page(field.name));
        on_page
            .map(|field| FormField { name: field.name, default: default(field), field, check })
            .collect()
    }

    fn refuses(&self, text: &str) -> Option<FieldError> {
        if text == self.default { None } else { (self.check)(self.field, text).err() }
    }
}

/// Checks a text as a race's configuration is checked.
///
/// # Errors
///
/// What the field accepts.
pub fn check(field: &Field, text: &str) -> Result<(), FieldError> {
    let value = Value::Plain(text.to_owned());
    match field.kind {
        FieldKind::Whole { .. } => field.whole(&value).map(drop),
        FieldKind::Millis { .. } => field.millis(&value).map(drop),
        FieldKind::Switch => field.switch(&value).map(drop),
        FieldKind::Choice(_) => field.choice(&value).map(drop),
        FieldKind::WholeList { .. } => field.whole_list(&value).map(drop),
        FieldKind::Text { .. } => field.text(&value).map(drop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static NUMBER: Field =
        Field { name: "number", kind: FieldKind::Whole { min: 1, max: 9 }, default: "", about: "" };
    static FORM: [FormField; 2] = [
        FormField { name: "size", default: "5", field: &NUMBER, check },
        FormField { name: "age", default: "", field: &NUMBER, check },
    ];

    fn typed(texts: &[(&str, &str)]) -> Form {
        let mut form = Form::new(&FORM);
        form.set_all(texts);
        form
    }

    #[test]
    fn a_field_has_its_default_until_it_is_typed_in_and_once_it_is_typed_back() {
        let mut form = typed(&[("age", "7"), ("size", "x"), ("colour", "red")]);
        assert_eq!(["size", "age", "colour"].map(|name| form.get(name)), ["x", "7", ""]);
        form.set("size", "5");
        assert_eq!(form, typed(&[("age", "7")]));
        form.reset();
        assert_eq!((&form, form.get("age")), (&Form::new(&FORM), ""));
    }

    #[test]
    fn a_wrong_text_stays_and_is_explained_and_a_default_is_right() {
        let form = typed(&[("size", "10")]);
        assert_eq!(form.error("size"), Some(NUMBER.refuse()));
        assert_eq!((form.get("size"), form.error("age"), form.error("colour")), ("10", None, None));
    }

    #[test]
    fn a_link_has_what_is_typed_and_right_in_the_order_of_the_form() {
        let form = typed(&[("age", "2"), ("size", "3")]);
        assert_eq!(form.pairs().collect::<Vec<_>>(), [("size", "3"), ("age", "2")]);
        let mut back = Form::new(&FORM);
        assert!(form.pairs().all(|(name, text)| back.set_checked(name, text)));
        assert_eq!(back, form);
        assert!(!back.set_checked("age", "10") && !back.set_checked("colour", "1"));
        assert_eq!(back, form);
        assert_eq!(typed(&[("age", "x")]).pairs().count(), 0);
    }
}
