/** Text that hides a semicolon, or ends a statement. */
const PIECES =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|\b(?:begin\s+atomic|case|end)\b|;/gi

/** The places behind the statements of an SQL text, in order. */
export function statementEnds(text: string): number[] {
  const ends: number[] = []
  // Depth in bodies that are statements themselves, and end with "end".
  let depth = 0
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    if (/^begin/i.test(piece) || (depth > 0 && /^case$/i.test(piece))) depth += 1
    else if (/^end$/i.test(piece) && depth > 0) depth -= 1
    else if (piece === ';' && depth === 0) ends.push(index + 1)
  }
  return ends
}
