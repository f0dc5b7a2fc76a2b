import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";

/** A home's name, linked to the home's page if it has one. */
export function HomeName({ name, home }: { name: string; home: string | null }) {
  if (home === null) return <bdi lang={languageOf(name)}>{name}</bdi>;
  return (
    <Link to={home} className="home-name">
      <bdi lang={languageOf(name)}>{name}</bdi>
    </Link>
  );
}
