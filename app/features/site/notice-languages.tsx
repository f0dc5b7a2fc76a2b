import { NOTICE_LANGUAGES } from "~/domain/notice-languages";
import { Link } from "~/ui/link";

/** Links to the short notices about personal data, each in its language. */
export function NoticeLanguages() {
  return (
    <nav aria-label="In short, in your language" className="flex flex-wrap gap-x-4 text-sm">
      {Object.entries(NOTICE_LANGUAGES).map(([language, name]) => (
        <Link
          key={language}
          to={`/privacy/${language}`}
          lang={language}
          className="link inline-flex min-h-target items-center"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
