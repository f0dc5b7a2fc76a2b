import { useRef } from "react";
import { messageFor, type FieldsProps } from "./form-fields";
import { homeFields, homeOf } from "./form-home";
import type { NamedHome } from "~/domain/similar-home";
import { SuggestingField } from "~/ui/suggesting-field";

/** The locality of the home. It suggests those of the city that have reviews, so that one is not written in many ways. */
export function LocalityField({ form, problems, change }: FieldsProps) {
  // The city as it stands when the field is entered: what finds suggestions is made only once.
  const wantedCity = useRef<string | null>(null);
  return (
    <SuggestingField<Pick<NamedHome, "locality" | "city">>
      label="Locality"
      name="locality"
      isRequired
      autoComplete="off"
      placeholder="Neighbourhood or area"
      value={form.locality}
      error={messageFor(problems, "locality")}
      onFocus={() => {
        wantedCity.current = homeOf(form).city || null;
      }}
      onChange={(event) => change({ locality: event.target.value })}
      listLabel="Localities with reviews"
      loadFind={async () => {
        const { findLocalities } = await import("./find-homes");
        return (text, signal) => findLocalities(text, wantedCity.current, signal);
      }}
      onChoose={({ locality, city }) => {
        if (homeOf(form).city) change({ locality });
        else change(homeFields({ propertyName: form.propertyName, locality, city }));
      }}
    />
  );
}
