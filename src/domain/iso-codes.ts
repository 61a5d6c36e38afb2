import { foldedValue } from './folding.ts'

/**
 * Other codes, each with that of ISO 3166-1 alpha-2 behind it, unless they begin with it: alpha-3,
 * and those of the European Union. Carriers and customs have no other one than XK.
 */
const OTHER_CODES =
  'UKGB ELGR XKXXK ANDAD AREAE ATGAG ARMAM AGOAO ATAAQ AUTAT ABWAW ALAAX BIHBA BRBBB BGDBD BDIBI ' +
  'BENBJ BRNBN BESBQ BHSBS BLRBY BLZBZ CODCD CAFCF COGCG COKCK CHLCL CHNCN CPVCV CUWCW DNKDK ' +
  'ESTEE ESHEH FLKFK FSMFM FROFO GRDGD GUFGF GRLGL GINGN GLPGP GNQGQ SGSGS GNBGW GUYGY IRLIE ' +
  'ISRIL IRQIQ JAMJM COMKM PRKKP KORKR CYMKY KAZKZ LBRLR LBYLY MNEME MAFMF MDGMG MACMO MNPMP ' +
  'MTQMQ MLTMT MDVMV MEXMX MOZMZ NIUNU PYFPF PNGPG PAKPK POLPL SPMPM PCNPN PRTPT PLWPW PRYPY ' +
  'SRBRS SLBSB SYCSC SWESE SVNSI SVKSK SENSN SURSR SLVSV SWZSZ TCDTD ATFTF TKMTM TUNTN TURTR ' +
  'TUVTV UKRUA URYUY WLFWF MYTYT AFG AIA ALB ARG ASM AUS AZE BEL BFA BGR BHR BLM BMU BOL BRA BTN ' +
  'BVT BWA CAN CCK CHE CIV CMR COL CRI CUB CXR CYP CZE DEU DJI DMA DOM DZA ECU EGY ERI ESP ETH ' +
  'FIN FJI FRA GAB GBR GEO GGY GHA GIB GMB GRC GTM GUM HKG HMD HND HRV HTI HUN IDN IMN IND IOT ' +
  'IRN ISL ITA JEY JOR JPN KEN KGZ KHM KIR KNA KWT LAO LBN LCA LIE LKA LSO LTU LUX LVA MAR MCO ' +
  'MDA MHL MKD MLI MMR MNG MRT MSR MUS MWI MYS NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NZL OMN ' +
  'PAN PER PHL PRI PSE QAT REU ROU RUS RWA SAU SDN SGP SHN SJM SLE SMR SOM SSD STP SXM SYR TCA ' +
  'TGO THA TJK TKL TLS TON TTO TWN TZA UGA UMI USA UZB VAT VCT VEN VGB VIR VNM VUT WSM YEM ZAF ' +
  'ZMB ZWE'

const meant = new Map(
  OTHER_CODES.split(' ').map((both) =>
    both.length === 3 ? [both, both.slice(0, 2)] : [both.slice(0, -2), both.slice(-2)],
  ),
)
const codes = [...new Set(meant.values())].sort()

/** The code of a country that exists: ISO 3166-1 alpha-2, and XK. */
export const COUNTRY_CODE_PATTERN = `^(${codes.join('|')})$`

/** The code that was meant: it is written otherwise, or another list has it. */
export function countryMeant(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 8) return undefined
  const written = foldedValue(text).toUpperCase()
  return meant.get(written) ?? codes.find((code) => code === written)
}

/**
 * Currencies whose minor unit is not a hundredth, by its decimals: ISO 4217, list one of 2024.
 * `Intl` has the digits that people write, which are others for 17 currencies, such as IDR and HUF.
 */
const OTHER_DIGITS: readonly (readonly [digits: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
]

/** The decimals of the minor unit of a currency, in which all amounts are. */
export function minorDigits(currency: string): number {
  return OTHER_DIGITS.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2
}

/** "1234.50" of "123450" and "-0.05" of "-5" with two decimals, "123450" of "123450" with none. */
export function inMajorUnits(cents: string, digits: number): string {
  const [, sign = '', written = ''] = /^(-?)(\d+)$/.exec(cents) ?? []
  const padded = written.padStart(digits + 1, '0')
  const part = digits === 0 ? '' : `.${padded.slice(-digits)}`
  return `${sign}${padded.slice(0, padded.length - digits)}${part}`
}
