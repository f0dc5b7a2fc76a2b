import { chosenCity, settledCity, showsOtherCity } from "./city-choice";
import { FieldPlace } from "./field-focus";
import { messageFor, type FieldsProps } from "./fields-props";
import { FormSection } from "./form-section";
import { optionsOf } from "./options";
import { CITIES, OTHER_CITY, searchCities } from "~/domain/cities";
import { DURATIONS, isKeyOf, PROPERTY_TYPES } from "~/domain/enumerations";
import { EARLIEST_MOVE_IN_DATE } from "~/domain/submission";
import { ComboboxField } from "~/ui/combobox-field";
import { SelectField } from "~/ui/select-field";
import { TextField } from "~/ui/text-field";

const PROPERTY_TYPE_OPTIONS = optionsOf(PROPERTY_TYPES);
const DURATION_OPTIONS = optionsOf(DURATIONS);

/** `today` bounds the move-in date, in India. */
export function PropertyFields({ form, errors, change, today }: FieldsProps & { today: string }) {
  return (
    <FormSection title="Property Details" intro="Which home is this review about? Fields marked * are required.">
      <FieldPlace field="propertyName">
        <TextField
          label="Property Name"
          name="propertyName"
          isRequired
          autoComplete="off"
          placeholder="Building, society or PG"
          value={form.propertyName}
          error={messageFor(errors, "propertyName")}
          onChange={(event) => change({ propertyName: event.target.value })}
        />
      </FieldPlace>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FieldPlace field="locality">
          <TextField
            label="Locality"
            name="locality"
            isRequired
            autoComplete="off"
            placeholder="Neighbourhood or area"
            value={form.locality}
            error={messageFor(errors, "locality")}
            onChange={(event) => change({ locality: event.target.value })}
          />
        </FieldPlace>
        <div className="grid gap-5">
          <FieldPlace field="city">
            <div
              onBlur={(event) => {
                if (!event.currentTarget.contains(event.relatedTarget)) change(settledCity(form));
              }}
            >
              <ComboboxField
                label="City"
                name="city"
                isRequired
                items={CITIES}
                findItems={searchCities}
                value={form.city}
                error={messageFor(errors, "city")}
                placeholder="Search for a city"
                emptyText="No city found. Select 'Other' to add."
                fallbackItem={OTHER_CITY}
                onValueChange={(city) => change(chosenCity(form, city))}
              />
            </div>
          </FieldPlace>
          {(showsOtherCity(form) || messageFor(errors, "otherCity")) && (
            <FieldPlace field="otherCity">
              <TextField
                label="Please specify city"
                name="otherCity"
                isRequired
                autoComplete="off"
                value={form.otherCity}
                error={messageFor(errors, "otherCity")}
                onChange={(event) => change({ otherCity: event.target.value })}
              />
            </FieldPlace>
          )}
        </div>
        <FieldPlace field="propertyType">
          <SelectField
            label="Property Type"
            name="propertyType"
            placeholder="Not chosen"
            options={PROPERTY_TYPE_OPTIONS}
            value={form.propertyType}
            error={messageFor(errors, "propertyType")}
            onChange={({ target }) =>
              change({ propertyType: isKeyOf(PROPERTY_TYPES, target.value) ? target.value : "" })
            }
          />
        </FieldPlace>
        <FieldPlace field="duration">
          <SelectField
            label="Duration of Stay"
            name="duration"
            placeholder="Not chosen"
            options={DURATION_OPTIONS}
            value={form.duration}
            error={messageFor(errors, "duration")}
            onChange={({ target }) => change({ duration: isKeyOf(DURATIONS, target.value) ? target.value : "" })}
          />
        </FieldPlace>
        <FieldPlace field="moveInDate">
          <TextField
            label="Move-in Date"
            name="moveInDate"
            type="date"
            min={EARLIEST_MOVE_IN_DATE}
            max={today}
            hint="Published with your review. Leave it empty if the day would tell who you are."
            value={form.moveInDate}
            error={messageFor(errors, "moveInDate")}
            onChange={(event) => change({ moveInDate: event.target.value })}
          />
        </FieldPlace>
      </div>
    </FormSection>
  );
}
