import { useEffect, useRef, useState } from "react";
import { isCaptchaWanted, showCaptcha } from "~/data/captcha";
import { Notice } from "~/ui/notice";

/** Where the provider's check stands, on sites that have one; nothing at all on the others. */
export function CaptchaField() {
  const place = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    if (!isCaptchaWanted() || !place.current) return undefined;
    const shown = showCaptcha(place.current);
    shown.catch(() => setFailed(true));
    return () => {
      shown.then((remove) => remove()).catch(() => {});
    };
  }, []);

  return (
    <>
      <div ref={place} className="empty:hidden" />
      {hasFailed && (
        <Notice tone="error">
          We could not load the check that you are a person. Please allow it in your browser and reload this page.
        </Notice>
      )}
    </>
  );
}
