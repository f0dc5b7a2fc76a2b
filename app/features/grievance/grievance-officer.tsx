import { type GrievanceOfficer as Officer, OFFICE } from "~/domain/grievance";

/** The person whom the law has a site name, or the office while no officer is named. */
export function GrievanceOfficer({ officer }: { officer: Officer | null }) {
  const { name, email } = officer ?? OFFICE;
  return (
    <p className="border-t border-line pt-4 text-sm">
      Grievance Officer: {name},{" "}
      <a href={`mailto:${email}`} className="link">
        {email}
      </a>
    </p>
  );
}
