import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";

type Behavior = "accepts" | "hangs" | "fails" | "refuses the recipient";

export interface MailServer {
  url: string;
  behavior: Behavior;
  connections: number;
  taken: Email[];
  stop(): void;
}

/** Starts a mail server with the few SMTP commands of one email. */
export async function startMailServer(): Promise<MailServer> {
  const listener = net.createServer((socket) => speakSmtp(socket, mailServer)).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const url = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const mailServer: MailServer = { url, behavior: "accepts", connections: 0, taken: [], stop: () => listener.close() };
  return mailServer;
}

function speakSmtp(socket: net.Socket, mailServer: MailServer): void {
  mailServer.connections += 1;
  let [text, isData] = ["", false];
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.on("error", () => {});
  if (mailServer.behavior === "hangs") return;
  say("220 mail.example");
  socket.on("data", (chunk) => {
    text += chunk.toString();
    if (isData) {
      if (!text.endsWith("\r\n.\r\n")) return;
      const eml = text.slice(0, -5);
      [text, isData] = ["", false];
      if (mailServer.behavior === "fails") say("451 try again later");
      else
        void PostalMime.parse(eml)
          .then((email) => mailServer.taken.push(email))
          .then(() => say("250 taken"));
      return;
    }
    for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
      const command = text.slice(0, end).toUpperCase();
      text = text.slice(end + 2);
      isData = command === "DATA";
      if (command.startsWith("RCPT") && mailServer.behavior === "refuses the recipient") say("550 no such mailbox");
      else if (command === "QUIT") socket.end("221 bye\r\n");
      else say(isData ? "354 go on" : "250 ok");
    }
  });
}
