import { chosenCity, settledCity, showsOtherCity } from "./city-choice";
import { type FieldsProps, FormTextField, messageFor } from "./form-fields";
import { FormSection } from "./form-section";
import { LocalityField } from "./locality-field";
import { MoveInField } from "./move-in-field";
import { PropertyNameField } from "./property-name-field";
import { QuestionFields } from "./question-fields";
import { OTHER_CITY, searchCities } from "~/domain/cities";
import { ComboboxField } from "~/ui/combobox-field";

/** `today` bounds the move-in date, in India. */
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
