import { listedCity } from "~/domain/cities";
import { fold } from "~/domain/fold";
import { plainLine } from "~/domain/plain-text";
import type { NamedHome } from "~/domain/similar-home";
import { submissionCity, type SubmissionForm } from "~/domain/submission";

/** The fields of the form that name a home. An unlisted city stands in both of its fields, as when it is typed. */
export function homeFields({ propertyName, locality, city }: NamedHome): Partial<SubmissionForm> {
  const listed = listedCity(city);
  return { propertyName, locality, city: listed ?? city, otherCity: listed === null ? city : "" };
}

/** The home that the form is about, as far as it is filled in. */
export function homeOf(form: SubmissionForm): NamedHome {
  return {
    propertyName: plainLine(form.propertyName),
    locality: plainLine(form.locality),
    city: submissionCity(form) || plainLine(form.otherCity || form.city),
  };
}

/** The form about this home. What a link leaves out stays. */
export function withHome(form: SubmissionForm, home: NamedHome): SubmissionForm {
  const { propertyName, locality, city } = homeOf(form);
  const named = {
    propertyName: home.propertyName || propertyName,
    locality: home.locality || locality,
    city: home.city || city,
  };
  return { ...form, ...homeFields(named) };
}

/** Whether a form with this home in it would lose something that is filled in otherwise. */
export function isAboutAnother(form: SubmissionForm, home: NamedHome): boolean {
  const current = homeOf(form);
  const wanted = homeOf(withHome(form, home));
  return (Object.keys(current) as (keyof NamedHome)[]).some(
    (part) => current[part] !== "" && fold(current[part]) !== fold(wanted[part]),
  );
}

export function homeText({ propertyName, locality, city }: NamedHome): string {
  return [propertyName, locality, city].filter((part) => part !== "").join(", ");
}
