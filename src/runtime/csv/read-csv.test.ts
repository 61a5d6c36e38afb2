import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { CsvReader } from './read-csv.ts'

interface Read {
  readonly records: readonly (readonly [line: number, ...cells: (string | undefined)[]])[]
  readonly unreadable: readonly (readonly [line: number, place: number])[]
  readonly reasons: readonly string[]
  /** The rows: here the number of each record's line. */
  readonly text: string
}

/** Reads the file in pieces of so many bytes. */
async function read(file: string | Buffer, pieceBytes: number): Promise<Read> {
  const bytes = Buffer.from(file as string)
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    pieces.push(bytes.subarray(at, at + pieceBytes))
  }
  const records: [number, ...(string | undefined)[]][] = []
  const unreadable: [number, number][] = []
  const reasons: string[] = []
  let text = ''
  const reader = new CsvReader({
    record: (cells, line) => {
      records.push([line, ...cells])
      return `${line} `
    },
    unreadable: (line, place, reason) => {
      unreadable.push([line, place])
      reasons.push(reason)
    },
  })
  const sink = new Writable({
    write(piece, _, done) {
      text += piece
      done()
    },
  })
  await pipeline(Readable.from(pieces), reader, sink)
  return { records, unreadable, reasons, text }
}

function utf16(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, 'utf16le')
}

/** Files, and the cells of their records by the line that each begins on. */
const CASES: [what: string, file: string | Buffer, Record<number, (string | undefined)[]>][] = [
  ['nothing', '', {}],
  ['one short cell without an end of line', 'a', { 1: ['a'] }],
  ['two bytes and an end of line', 'a\n', { 1: ['a'] }],
  ['a byte order mark and nothing', '\uFEFF', {}],
  ['a byte order mark before a quote', '\uFEFF"a",b\n', { 1: ['a', 'b'] }],
  ['only blank lines', '\n\r\n\r', {}],
  ['blank lines, also at the start', '\n\na,b\n\n\nc,d\n', { 3: ['a', 'b'], 6: ['c', 'd'] }],
  ['line ends of every kind', 'a\r\nb\nc\rd', { 1: ['a'], 2: ['b'], 3: ['c'], 4: ['d'] }],
  [
    'line breaks in quotes, each counted once',
    '"a\r\nb\nc\rd",x\r\n"",\r\n\r\n"e\r\n\r\n",y\r\nz,z',
    { 1: ['a\r\nb\nc\rd', 'x'], 5: ['', ''], 7: ['e', 'y'], 10: ['z', 'z'] },
  ],
  ['a quote written twice', '"say ""a"", b"\n', { 1: ['say "a", b'] }],
  ['rows of any length', 'a,b\nc\nd,e,f\n', { 1: ['a', 'b'], 2: ['c'], 3: ['d', 'e', 'f'] }],
  ['every length of UTF-8', 'é,€,😀,\uFFFD\n', { 1: ['é', '€', '😀', '\uFFFD'] }],
  [
    'a cell that is not UTF-8, and one that is cut',
    Buffer.from([0x61, 0x2c, 0xe9, 0x2c, 0x62, 0x0a, 0xe2, 0x82, 0x2c, 0x63, 0x0a]),
    { 1: ['a', undefined, 'b'], 2: [undefined, 'c'] },
  ],
  [
    'cells without blanks around them, also those that nobody sees',
    ' a ;b, c\u00a0\t\n"\u200bd\u2060 ", "e, f"\n',
    { 1: ['a ;b', 'c'], 2: ['d', 'e, f'] },
  ],
  [
    'cells without the guards of spreadsheets',
    `="a", ="02101","=""02101""",="",="5"\n"x,=""",="5"\n'+1 206,'02101,"' =1"\n'=a,'＝1,'52 Topps\n=“02”,="a,""b"""\n`,
    {
      1: ['a', '02101', '02101', '', '5'],
      2: ['x,="', '5'],
      3: ['+1 206', '02101', '=1'],
      4: ['=a', '＝1', "'52 Topps"],
      5: ['02', 'a,"b"'],
    },
  ],
  [
    'formulas that are texts, and their half as text',
    `"=T(""02"")",=T(02),"+""03"""," = ""05""",="06" \n"=""a"" & ""b""","=""",=1,"""7""","="\n`,
    { 1: ['02', '=T(02)', '03', '05', '06'], 2: ['="a" & "b"', '="', '=1', '"7"', '='] },
  ],
  [
    'blanks around quotes, and within them as text',
    '"a" ,  "b"   ,"c "" "\n"d"  \r\n "e "" ", ="f"  ,"" \n"g" ',
    { 1: ['a', 'b', 'c "'], 2: ['d'], 3: ['e "', 'f', ''], 4: ['g'] },
  ],
  [
    'guards within quoted cells as text',
    '"x,="",y","a\n="",="""\n"=""""",""",="",",="1"\n',
    { 1: ['x,=",y', 'a\n=",="'], 3: ['', '",=",', '1'] },
  ],
  [
    'signs at the beginning of cells, each of which is a byte of a blank',
    '(555) 1,)a,_b,/c, (d\n',
    { 1: ['(555) 1', ')a', '_b', '/c', '(d'] },
  ],
  ['UTF-16, little endian', utf16('a\tč\r\n😀\t=\r\n'), { 1: ['a', 'č'], 2: ['😀', '='] }],
  ['UTF-16, big endian', utf16('a,b\nc,d').swap16(), { 1: ['a', 'b'], 2: ['c', 'd'] }],
  [
    'semicolons between cells where the first line has more of them',
    '\n\uFEFFa;b\n"1,5";c,d\n',
    { 2: ['a', 'b'], 3: ['1,5', 'c,d'] },
  ],
  ['tabs between cells', 'a\tb,c\tc\nd;\te\tf\n', { 1: ['a', 'b,c', 'c'], 2: ['d;', 'e', 'f'] }],
]

for (const [what, file, expected] of CASES) {
  test(`reads ${what}`, async () => {
    const records = Object.entries(expected).map(([line, cells]) => [Number(line), ...cells])
    // Whole, and byte by byte: a piece may end anywhere.
    for (const pieceBytes of [1, 2, 5, 1_000]) {
      const found = await read(file, pieceBytes)
      assert.deepEqual(found.records, records)
      assert.deepEqual(found.unreadable, [])
      assert.equal(found.text, records.map(([line]) => `${line} `).join(''))
    }
  })
}

const UNREADABLE = [
  ['a quote that is never closed', 'a,b\n\nc,"d\ne,f\n', [3, 1]],
  ['text after a closing quote', 'a,b\n"c"d,e\n', [2, 0]],
  ['text after a closing quote and blanks', 'a,b\n"c"  d,e\n', [2, 0]],
  ['a second quoted text', 'a,b\n"c" "d",e\n', [2, 0]],
  ['a second quoted text behind blanks', 'a,b\n"c"   "d",e\n', [2, 0]],
  ['a quote inside a bare cell', 'a,b\nc,d"e"\n', [2, 1]],
  ['a quoted cell over 1 MiB', `a,b\n"${'x'.repeat(1_100_000)}",c\n`, [2, 0]],
] as const

for (const [what, file, place] of UNREADABLE) {
  test(`stops at ${what}, and says where its record starts`, async () => {
    for (const pieceBytes of [3, 2_000_000]) {
      const found = await read(`${file}x,"y"z\n`, pieceBytes)
      assert.deepEqual(found.unreadable, [place])
      assert.deepEqual(found.records, [[1, 'a', 'b']])
      assert.equal(found.text, '1 ')
    }
  })
}

const OTHER_FORMS = {
  workbook: ['PK\x03\x04\x14\0\x06'],
  'Excel workbook': ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\n'],
  compressed: ['\x1f\x8b\x08\0\0'],
  PDF: ['%PDF-1.7\n1 0 obj\n'],
  'word processor': ['{\\rtf1\\ansi\n'],
  'web page or XML': ['<!doctype html>\n<h1>502', '\n <?xml version="1.0"?>\n'],
  JSON: ['[{"id":1}]', '{\n"id":1}'],
  'form of a web page': ['------WebKit42\r\nContent-Disposition: form-data\r\n'],
  'not text': ['i\0d\0\n\0', '\xff\xfe\0\0a\0\0\0'],
  'not valid UTF-16': ['\xff\xfea\0\n\0\x00\xdcb\0', '\xff\xfea\0\n\0b'],
}
for (const [what, files] of Object.entries(OTHER_FORMS)) {
  test(`refuses a file that is no CSV with one sentence: ${what}`, async () => {
    for (const file of files) {
      for (const pieceBytes of [1, 1_000]) {
        const { records, reasons } = await read(Buffer.from(file, 'latin1'), pieceBytes)
        assert.match(reasons.join(), new RegExp(`^The [^.]*${what}[^.]*: [^.]*\\.$`))
        assert.deepEqual(records.slice(1), [])
      }
    }
  })
}

test('The apostrophe that keeps a cell from being a formula is not part of it', async () => {
  const formulas = ['=1+1', '+1', '-a', '@sum(a)', ' =1', '\u00a0-a', '＝1', '＋1', '－1', '＠a']
  const split = ['x;=1', 'x\t=1', "x'y"]
  const others = ['-1.50', 'a=b', '']
  const quoted = [...formulas.map((cell) => `"'${cell}"`), ...split.map((cell) => `"${cell}"`)]
  const { records } = await read(`${[...quoted, ...others].join(',')}\r\n`, 1_000)
  assert.deepEqual(records, [[1, ...[...formulas, ...split, ...others].map((cell) => cell.trim())]])
})
