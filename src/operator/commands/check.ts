import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import type { ConnectedDatabase } from '../../database/connect/connect.ts'
import { hasCluster } from '../../embedded-postgres/create-cluster.ts'
import { type Config, examineConfig, readConfig } from '../../runtime/config/config.ts'
import type { SettingProblem } from '../../runtime/config/setting-values.ts'
import { checkDatabase } from '../verify/check-database.ts'
import {
  checkDisk,
  checkPorts,
  checkSettings,
  finding,
  type SetUpFinding,
} from '../verify/check-machine.ts'
import { JSON_OPTION, type OutputOptions, print, withConnection } from './command.ts'
import { table } from './text-output.ts'

export function checkCommand(): Command {
  return new Command('check')
    .description('check settings, database, role, schema, keys, names, clock, disk and ports')
    .addOption(JSON_OPTION)
    .addHelpText(
      'after',
      '\nEach line is ok, a warning or a problem, and says what to do. It changes nothing: it makes no\n' +
        'folder and applies no migration, and the service may keep running. An embedded PostgreSQL that is\n' +
        'stopped is started for the moment, as by the other commands. The exit status is 1 if there is a\n' +
        'problem.',
    )
    .action(check)
}

async function check(options: OutputOptions): Promise<void> {
  const { config, problems } = examineConfig()
  const disk = checkDisk(config)
  const findings = [
    ...checkSettings(config, problems),
    ...(await databaseFindings(config, problems, disk)),
    disk,
    ...(await checkPorts(config)),
  ]
  const levels = findings.map(({ level }) => level)
  const worst = (['problem', 'warning'] as const).find((level) => levels.includes(level)) ?? 'ok'
  if (worst === 'problem') process.exitCode = 1
  print(options, { status: worst, findings }, () =>
    table(
      ['LEVEL', 'CHECK', 'FINDING'],
      findings.map(({ level, check: what, message }) => [level, what, message]),
    ),
  )
}

/** Settings that decide which database it is. */
const OF_THE_DATABASE = ['DATABASE_URL', 'DATA_DIR', undefined]

async function databaseFindings(
  config: Config,
  problems: readonly SettingProblem[],
  disk: SetUpFinding,
): Promise<SetUpFinding[]> {
  const isUnknown = problems.some(({ setting }) => OF_THE_DATABASE.includes(setting))
  if (isUnknown) return [finding('database', 'warning', 'not looked at: mend the settings first.')]
  if (config.DATABASE_URL === null) {
    const root = resolve(config.DATA_DIR)
    if (disk.level === 'problem') {
      return [
        finding('database', 'warning', 'not looked at: DATABASE_URL is not set, and see disk.'),
      ]
    }
    if (!existsSync(root) || !hasCluster(join(root, 'postgres'))) {
      const message = `DATABASE_URL is not set: serve makes a new, empty vault in ${root}.`
      return [finding('database', 'warning', message)]
    }
  }
  try {
    const check = (database: ConnectedDatabase) => checkDatabase(config, database)
    return await withConnection(check, config, { isForService: true })
  } catch (error) {
    return [finding('database', 'problem', (error as Error).message)]
  }
}

export function configCommand(): Command {
  return new Command('config')
    .description('show every setting, its value (secrets masked) and the source of the value')
    .addOption(JSON_OPTION)
    .action((options: OutputOptions) => {
      const { report } = readConfig()
      print(options, { settings: report }, () =>
        table(
          ['SETTING', 'VALUE', 'SOURCE', 'MEANING'],
          report.map(({ name, value, source, description }) => {
            return [name, value || '-', source, description]
          }),
        ),
      )
    })
}
