import { Command } from 'commander'
import { readConfig } from '../../runtime/config/config.ts'
import { JSON_OPTION, type OutputOptions, print } from './command.ts'
import { table } from './text-output.ts'

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
