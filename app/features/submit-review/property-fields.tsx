import { useRef } from "react";
import { type FieldsProps, FormSection, FormTextField, messageFor } from "./form-fields";
import { QuestionFields } from "./question-fields";
import { OTHER_CITY, searchCities } from "~/domain/cities";
import { chosenCity, homeFields, homeOf, settledCity, showsOtherCity } from "~/domain/form-home";
import { moveInDate, moveInParts, type MoveInParts } from "~/domain/move-in";
import { isBlank } from "~/domain/plain-text";
import { EARLIEST_MOVE_IN_DATE } from "~/domain/review-texts";
import type { NamedHome } from "~/domain/similar-home";
import { ComboboxField } from "~/ui/combobox-field";
import { FieldHint, LABEL } from "~/ui/field";
import { SelectField } from "~/ui/select-field";
import { SuggestingField } from "~/ui/suggesting-field";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
].map((label, index) => ({ value: String(index + 1).padStart(2, "0"), label }));

const HINT_ID = "move-in-hint";

/** `today` is India's date as YYYY-MM-DD, the latest date of moving in. */
export function PropertyFields({ today, ...fields }: FieldsProps & { today: string }) {
  return (
    <FormSection title="Property Details" intro="Which home is this review about? Fields marked * are required.">
      <PropertyNameField {...fields} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <LocalityField {...fields} />
        <CityFields {...fields} />
        <QuestionFields section="property" answers={fields.form.answers} change={fields.change} />
        <MoveInField {...fields} today={today} />
      </div>
    </FormSection>
  );
}

/** Suggests homes that have reviews. Choosing one fills in its locality and city, too. */
function PropertyNameField({ form, problems, change }: FieldsProps) {
  // After "None of these" nothing is suggested until the field is empty again.
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

/** Suggests localities of the city that have reviews, so that tenants spell one locality alike. */
function LocalityField({ form, problems, change }: FieldsProps) {
  // The city is read when the field gets the focus, because `loadFind` is called only once.
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
      listLabel="Localities"
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

function CityFields(fields: FieldsProps) {
  const { form, problems, change } = fields;
  return (
    <div className="grid gap-5">
      <div
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) change(settledCity(form));
        }}
      >
        <ComboboxField
          label="City"
          name="city"
          isRequired
          findItems={searchCities}
          value={form.city}
          error={messageFor(problems, "city")}
          placeholder="Search for a city"
          emptyText="No city found. Select 'Other' to add."
          fallbackItem={OTHER_CITY}
          onValueChange={(city) => change(chosenCity(form, city))}
        />
      </div>
      {(showsOtherCity(form) || messageFor(problems, "otherCity")) && (
        <FormTextField {...fields} field="otherCity" label="Please specify city" isRequired autoComplete="off" />
      )}
    </div>
  );
}

/** Two lists instead of a calendar: on a phone, a calendar takes dozens of taps to reach an earlier year. */
function MoveInField({ form, problems, change, today }: FieldsProps & { today: string }) {
  const parts = moveInParts(form.moveInDate);
  const error = messageFor(problems, "moveInDate");
  const isYearAtFault = parts.year === "" && parts.month !== "";
  const choose = (chosen: Partial<MoveInParts>) => change({ moveInDate: moveInDate({ ...parts, ...chosen }) });
  return (
    <fieldset className="min-w-0 space-y-1.5" aria-describedby={HINT_ID}>
      <legend className={LABEL}>Move-in Date</legend>
      <FieldHint id={HINT_ID}>
        The month is published with your review. Leave it empty if it would give away who you are.
      </FieldHint>
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField
          label="Month of moving in"
          hideLabel
          name="moveInMonth"
          placeholder="Month"
          options={MONTHS}
          value={parts.month}
          error={isYearAtFault ? undefined : error}
          onChange={({ target }) => choose({ month: target.value })}
        />
        <SelectField
          label="Year of moving in"
          hideLabel
          name="moveInYear"
          placeholder="Year"
          options={yearsUntil(today)}
          value={parts.year}
          error={isYearAtFault ? error : undefined}
          onChange={({ target }) => choose({ year: target.value })}
        />
      </div>
    </fieldset>
  );
}

/** Returns the years for the list, the latest first. */
function yearsUntil(today: string): { value: string; label: string }[] {
  const [latest, earliest] = [today, EARLIEST_MOVE_IN_DATE].map((day) => Number(day.slice(0, 4))) as [number, number];
  return Array.from({ length: latest - earliest + 1 }, (_, index) => String(latest - index)).map((year) => ({
    value: year,
    label: year,
  }));
}
