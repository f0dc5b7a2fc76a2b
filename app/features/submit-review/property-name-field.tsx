import { useRef } from "react";
import { messageFor, type FieldsProps } from "./form-fields";
import { homeFields } from "./form-home";
import { isBlank } from "~/domain/plain-text";
import type { NamedHome } from "~/domain/similar-home";
import { SuggestingField } from "~/ui/suggesting-field";

/** The name of the home. It suggests those that have reviews; choosing one fills in its place, too. */
export function PropertyNameField({ form, problems, change }: FieldsProps) {
  // After "None of these" nothing is suggested until the field has been emptied.
  const isByHand = useRef(false);
  return (
    <SuggestingField<NamedHome | null>
      label="Property Name"
      name="propertyName"
      isRequired
      autoComplete="off"
      placeholder="Building, society or PG"
      value={form.propertyName}
      error={messageFor(problems, "propertyName")}
      onChange={(event) => {
        if (isBlank(form.propertyName) || isBlank(event.target.value)) isByHand.current = false;
        change({ propertyName: event.target.value });
      }}
      listLabel="Homes with reviews"
      loadFind={async () => {
        const { findHomes } = await import("./find-homes");
        return async (text, signal) => (isByHand.current ? [] : findHomes(text, signal));
      }}
      onChoose={(home) => {
        if (home) change(homeFields(home));
        else isByHand.current = true;
      }}
    />
  );
}
