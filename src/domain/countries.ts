import { foldedValue } from './folding.ts'

/**
 * The 249 country codes of ISO 3166-1 alpha-2, by their first letters, and XK: carriers and customs
 * have no other one for Kosovo.
 */
const CODES =
  'A[DEFGILMOQRSTUWXZ]|B[ABDEFGHIJLMNOQRSTVWYZ]|C[ACDFGHIKLMNORUVWXYZ]|D[EJKMOZ]|E[CEGHRST]|' +
  'F[IJKMOR]|G[ABDEFGHILMNPQRSTUWY]|H[KMNRTU]|I[DELMNOQRST]|J[EMOP]|K[EGHIMNPRWYZ]|' +
  'L[ABCIKRSTUVY]|M[ACDEFGHKLMNOPQRSTUVWXYZ]|N[ACEFGILOPRUZ]|OM|P[AEFGHKLMNRSTWY]|QA|R[EOSUW]|' +
  'S[ABCDEGHIJKLMNORSTVXYZ]|T[CDFGHJKLMNORTVWZ]|U[AGMSYZ]|V[ACEGINU]|W[FS]|XK|Y[ET]|Z[AMW]'

/** The code of a country that exists. */
export const COUNTRY_CODE_PATTERN = `^(${CODES})$`

const code = new RegExp(COUNTRY_CODE_PATTERN)

/** Codes that others use for a country, each with that of ISO 3166-1 behind it: alpha-3, EU. */
const OTHERS =
  'UKGB ELGR XKXXK ' +
  'ANDAD AREAE ATGAG ARMAM AGOAO ATAAQ AUTAT ABWAW ALAAX BIHBA BRBBB BGDBD BDIBI BENBJ BRNBN BESBQ ' +
  'BHSBS BLRBY BLZBZ CODCD CAFCF COGCG COKCK CHLCL CHNCN CPVCV CUWCW DNKDK ESTEE ESHEH FLKFK FSMFM ' +
  'FROFO GRDGD GUFGF GRLGL GINGN GLPGP GNQGQ SGSGS GNBGW GUYGY IRLIE ISRIL IRQIQ JAMJM COMKM PRKKP ' +
  'KORKR CYMKY KAZKZ LBRLR LBYLY MNEME MAFMF MDGMG MACMO MNPMP MTQMQ MLTMT MDVMV MEXMX MOZMZ NIUNU ' +
  'PYFPF PNGPG PAKPK POLPL SPMPM PCNPN PRTPT PLWPW PRYPY SRBRS SLBSB SYCSC SWESE SVNSI SVKSK SENSN ' +
  'SURSR SLVSV SWZSZ TCDTD ATFTF TKMTM TUNTN TURTR TUVTV UKRUA URYUY WLFWF MYTYT'

const others = new Map(OTHERS.split(' ').map((pair) => [pair.slice(0, -2), pair.slice(-2)]))

/** The code that was meant: it is written otherwise, or another list has it. */
export function countryMeant(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 8) return undefined
  const written = foldedValue(text).toUpperCase()
  // Most codes of three letters begin with those of two.
  const meant = others.get(written) ?? written.slice(0, 2)
  return written.length <= 3 && code.test(meant) ? meant : undefined
}
