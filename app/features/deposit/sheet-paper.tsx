import { type RefCallback, useCallback } from "react";
import { formatDay } from "~/domain/dates";
import {
  type Companion,
  HOME_KINDS,
  LINE_STATES,
  type SheetLine,
  type SheetName,
  type SheetPhoto,
  SHEETS,
} from "~/domain/deposit-companion";
import { type HandoverLine, linesFor } from "~/domain/handover";

interface SheetPaperProps {
  sheet: SheetName;
  companion: Companion;
  photos: SheetPhoto[];
}

/** A sheet on paper: the list, two signatures, and small photos with their numbers. (spec 12) */
export function SheetPaper({ sheet, companion, photos }: SheetPaperProps) {
  const { facts, sheets, kind, city } = companion;
  const numbered = numberedPhotos({ sheet, companion, photos });
  return (
    <>
      <h1>{SHEETS[sheet]}: handover list</h1>
      <p>{[facts.home, city, HOME_KINDS[kind], formatDay(sheets[sheet].day)].filter(Boolean).join(" · ")}</p>
      <table className={`sheet-${sheet}`}>
        <thead>
          <tr>
            <th>What</th>
            {sheet === "out" && <th>Moving in</th>}
            <th>{sheet === "out" ? "Moving out" : "State"}</th>
            <th>Note</th>
            <th>Photos</th>
          </tr>
        </thead>
        <tbody>
          {linesFor(kind).map(({ key, label }) => (
            <tr key={key}>
              <th>{label}</th>
              {sheet === "out" && <td>{textOf(sheets.in.lines[key])}</td>}
              <td>{stateOf(sheets[sheet].lines[key])}</td>
              <td>{sheets[sheet].lines[key]?.note}</td>
              <td>{numbersOf(numbered, key)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {numbered.length > 0 && (
        <div className="paper-photos">
          {numbered.map(({ photo, line }, index) => (
            <figure key={photo.id}>
              <SheetPicture photo={photo} alt="" />
              <figcaption>
                {index + 1}. {line.label}, {formatDay(photo.day)}
              </figcaption>
            </figure>
          ))}
        </div>
      )}
      <div className="signatures">
        <p>Tenant{facts.tenant && `: ${facts.tenant}`}, date</p>
        <p>Owner{facts.owner && `: ${facts.owner}`}, date</p>
      </div>
    </>
  );
}

/** Returns both sheets as plain text, for the saved file. */
export function sheetsText(companion: Companion, photos: SheetPhoto[]): string {
  return (Object.keys(SHEETS) as SheetName[])
    .map((sheet) => {
      const { day, lines } = companion.sheets[sheet];
      const numbered = numberedPhotos({ sheet, companion, photos });
      const rows = linesFor(companion.kind).map(({ key, label }) => {
        const numbers = numbersOf(numbered, key);
        return `${label}: ${textOf(lines[key]) || "not checked"}${numbers && ` (photos ${numbers})`}`;
      });
      return [SHEETS[sheet], formatDay(day), ...rows].filter(Boolean).join("\n");
    })
    .join("\n\n");
}

interface NumberedPhoto {
  photo: SheetPhoto;
  line: HandoverLine;
}

/** Returns the photos of a sheet in the order of its lines. */
function numberedPhotos({ sheet, companion, photos }: SheetPaperProps): NumberedPhoto[] {
  return linesFor(companion.kind).flatMap((line) =>
    photos.filter((photo) => photo.sheet === sheet && photo.line === line.key).map((photo) => ({ photo, line })),
  );
}

function numbersOf(numbered: NumberedPhoto[], key: string): string {
  return numbered.flatMap(({ line }, index) => (line.key === key ? [index + 1] : [])).join(", ");
}

function stateOf(line: SheetLine | undefined): string {
  return line?.state ? LINE_STATES[line.state] : "";
}

function textOf(line: SheetLine | undefined): string {
  return [stateOf(line), line?.note].filter(Boolean).join(". ");
}

/** A photo of this device, whose URL lasts as long as the element. */
export function SheetPicture({ photo: { picture }, alt }: { photo: SheetPhoto; alt: string }) {
  const show: RefCallback<HTMLImageElement> = useCallback(
    (image) => {
      if (!image) return undefined;
      const url = URL.createObjectURL(picture);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [picture],
  );
  return <img ref={show} alt={alt} className="sheet-photo" />;
}
