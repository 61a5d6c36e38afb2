/** Published with operations that take a file. */
export const AS_SPREADSHEETS_WRITE =
  'Commas, semicolons or tabs separate its cells, in UTF-8 or, with its mark, UTF-16. Blanks around ' +
  'a cell and guards of spreadsheets are left out: `="02101"`, an apostrophe before = + - @ or a digit.'

const AS_CSV = 'save the sheet as "CSV UTF-8" and send that file.'

/** Beginnings of files that are no CSV, as Latin-1, and what to do. */
const OTHER_FORMS: readonly (readonly [begin: string, sentence: string])[] = [
  ['PK\x03\x04', `The file is a workbook, or another ZIP archive: ${AS_CSV}`],
  ['\xd0\xcf\x11\xe0', `The file is an Excel workbook: ${AS_CSV}`],
  ['\x1f\x8b', 'The file is compressed: unpack it and send what is in it.'],
  ['%PDF-', `The file is a PDF document: ${AS_CSV}`],
  ['{\\rtf', `The file is a document of a word processor: ${AS_CSV}`],
  ['<', 'The file is a web page or XML, perhaps of a failed download: download it again as CSV.'],
  ['{', 'The file is JSON: write it as CSV, with a line of column names.'],
  ['[', 'The file is JSON: write it as CSV, with a line of column names.'],
  ['--', 'The body is the form of a web page: send the file alone, as text/csv.'],
]

/** The sentence that refuses a file for its form; undefined where it can be CSV. */
export function refusedForm(text: string): string | undefined {
  const begin = text.trimStart()
  const [, sentence] = OTHER_FORMS.find(([form]) => begin.startsWith(form)) ?? []
  const [firstLine = ''] = begin.split(/[\r\n]/, 1)
  return sentence ?? (firstLine.includes('\0') ? `The file is not text: ${AS_CSV}` : undefined)
}

/** Decodes UTF-16, which its mark tells; undefined for other files. It fails at invalid bytes. */
export function utf16Decoder(begin: Buffer): TextDecoder | undefined {
  const mark = begin.toString('hex', 0, 2)
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined
  return encoding && new TextDecoder(encoding, { fatal: true })
}

/** The separator that a first line has most of. */
export function separatorOf(firstLine: string): string {
  const count = (separator: string) => firstLine.split(separator).length
  return [';', '\t'].reduce((most, each) => (count(each) > count(most) ? each : most), ',')
}
