/**
 * Judges what npm installs, `npm run check:dependencies`: every licence is allowed, and no advisory
 * is known. A registry that does not respond is reported, and is no failure.
 */
import {
  askAdvisories,
  licenceViolations,
  lockedDependencies,
} from './support/contract/dependencies.ts'

const dependencies = lockedDependencies()
const unlicensed = licenceViolations(dependencies)
for (const violation of unlicensed) console.error(violation)
const licences = Object.groupBy(dependencies, ({ licence }) => licence ?? 'none stated')
const counts = Object.entries(licences).map(([licence, those = []]) => `${licence} ${those.length}`)
const forDevelopment = dependencies.filter(({ isDevelopment }) => isDevelopment).length
const total = `${dependencies.length} packages, ${forDevelopment} of them for development only`
console.log(`${total}: ${counts.sort().join(', ')}.`)

const advisories = await askAdvisories()
const known = 'known' in advisories ? advisories.known : []
if ('unasked' in advisories) console.log(`Advisories were not checked: ${advisories.unasked}`)
else if (known.length === 0) console.log('No advisory is known of any of them.')
for (const advisory of known) console.error(`Advisory: ${advisory}`)

process.exitCode = unlicensed.length + known.length > 0 ? 1 : 0
