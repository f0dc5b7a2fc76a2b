import { NOTICE_LANGUAGES } from "~/domain/notice-languages";
import { NavLink } from "~/ui/link";

/** Links to the short notices about personal data, each in its language. */
export function NoticeLanguages() {
  return (
    <nav aria-labelledby="notices" className="mb-4 flex flex-wrap items-center gap-x-2.5 text-sm">
      <span id="notices">Your data, in short:</span>
      {Object.entries(NOTICE_LANGUAGES).map(([language, name]) => (
        <NavLink
          key={language}
          to={`/privacy/${language}`}
          lang={language}
          className="link inline-flex min-h-target items-center"
        >
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
