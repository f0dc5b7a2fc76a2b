import { createTransport } from "nodemailer";
import { codeOf } from "./ask.ts";
import { fail, type Line, ok, unknown } from "./line.ts";

const TIMEOUT_MS = 5_000;

/** Embedded backend: greets the mail server and logs in, and sends nothing. */
export async function smtpLine(smtpUrl: string | null, isTrial: boolean): Promise<Line> {
  if (!smtpUrl && isTrial) return ok("smtp", "letters are kept and shown at /mailbox");
  if (!smtpUrl) return fail("smtp", "no letter leaves this machine: nobody can confirm an e-mail", "set SMTP_URL");
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return ok("smtp", "the mail server answers and takes the password");
  } catch (error) {
    // Its words may quote the account: the code is enough.
    const code = codeOf(error);
    const isPassword = code === "EAUTH";
    return fail(
      "smtp",
      isPassword ? "the mail server does not take the password" : `the mail server could not be reached (${code})`,
      isPassword
        ? "copy user and password into SMTP_URL again"
        : "look at host and port of SMTP_URL, and at the firewall",
    );
  } finally {
    transport.close();
  }
}

export function hostedSmtpLine(): Line {
  return unknown(
    "smtp",
    "the mail server is set in the project alone",
    "Authentication → Emails → SMTP Settings: a server of your own; the one that comes with a project sends a few mails an hour",
  );
}
