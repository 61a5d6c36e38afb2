import assert from 'node:assert/strict'
import { runCommand } from './command.ts'

/** Findings of the command `check`; its ports are free unless `env` sets them. */
export async function runCheck(env: Readonly<Record<string, string>>, cwd?: string) {
  const settings = { PORT: '0', METRICS_PORT: '0', ...env }
  const { code, stderr, document } = await runCommand(['check', '--json'], settings, cwd)
  assert.equal(stderr, '')
  const findings = document.findings as { level: string; check: string; message: string }[]
  return {
    code,
    status: document.status as string,
    /** `level check`, in their order, without those that are ok. */
    faults: findings.filter(({ level }) => level !== 'ok').map((f) => `${f.level} ${f.check}`),
    message: (name: string) =>
      findings
        .filter((found) => found.check === name)
        .map(({ message }) => message)
        .join('\n'),
  }
}
