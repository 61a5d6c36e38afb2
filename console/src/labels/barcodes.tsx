import { code128, drawingSVG, qrcode } from 'bwip-js/browser'

/** A QR code, with the margin that readers need. */
export function Qr({ text }: { readonly text: string }) {
  const svg = qrcode({ bcid: 'qrcode', text, scale: 1, padding: 8 }, drawingSVG())
  return <Drawing svg={svg} label={`QR code of ${text}`} />
}

/** A Code 128 with its margins, as wide as its place; nothing if its bars would be too narrow. */
export function Bars({ text, placeMm }: { readonly text: string; readonly placeMm: number }) {
  const options = { bcid: 'code128', text, scale: 1, height: 10, paddingwidth: 10 }
  const svg = code128(options, drawingSVG())
  const bars = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  if (placeMm / bars < BAR_MIN_MM) return null
  const stretched = svg.replace('<svg', '<svg preserveAspectRatio="none"')
  return <Drawing svg={stretched} label={`Code 128 of ${text}`} />
}

/** Printers and readers do not resolve narrower bars. */
const BAR_MIN_MM = 0.16

function Drawing({ svg, label }: { readonly svg: string; readonly label: string }) {
  return (
    <div
      className="barcode"
      role="img"
      aria-label={label}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it has paths alone, no text
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
