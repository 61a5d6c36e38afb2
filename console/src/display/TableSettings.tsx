import { Button, Menu } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Columns3 } from 'lucide-react'

interface Settings {
  readonly hidden?: readonly string[]
  readonly isDense?: boolean
}

/** The columns and the density of a table, kept in this browser. */
export function useTableSettings(table: string) {
  return useLocalStorage<Settings>({
    key: `vault-inventory table ${table}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
}

interface Props {
  /** The columns that can be hidden. */
  readonly headers: readonly string[]
  readonly settings: Settings
  readonly change: (settings: Settings) => void
}

export function TableSettings({ headers, settings, change }: Props) {
  const { hidden = [], isDense = false } = settings
  const toggled = (header: string) =>
    hidden.includes(header) ? hidden.filter((each) => each !== header) : [...hidden, header]
  const option = (name: string, isOn: boolean, turn: () => void) => (
    <Menu.CheckboxItem key={name} checked={isOn} onChange={turn}>
      {name}
    </Menu.CheckboxItem>
  )
  return (
    <Menu closeOnItemClick={false} withinPortal={false} position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<Columns3 size={14} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {headers.map((header) =>
          option(header, !hidden.includes(header), () =>
            change({ ...settings, hidden: toggled(header) }),
          ),
        )}
        <Menu.Divider />
        {option('Compact rows', isDense, () => change({ ...settings, isDense: !isDense }))}
      </Menu.Dropdown>
    </Menu>
  )
}
