import { resolve } from 'node:path'
import type { Config } from '../../runtime/config/config.ts'
import type { SettingProblem } from '../../runtime/config/setting-values.ts'
import { type Finding, findingsOf } from './finding.ts'

const finding = findingsOf('settings')

/** Violations in the settings, and names in `.env` that are none. */
export function checkSettings(config: Config, problems: readonly SettingProblem[]): Finding[] {
  const findings = problems.map(({ sentence }) => finding('problem', sentence))
  return findings.length > 0 ? findings : [finding('ok', given(config))]
}

function given({ report }: Config): string {
  const names = report.filter(({ source }) => source !== 'default').map(({ name }) => name)
  const list = names.length === 0 ? 'all have their defaults' : `set: ${names.join(', ')}`
  return `${list}. The working directory is ${resolve('.')}.`
}
