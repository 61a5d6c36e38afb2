import { Button, Menu } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Columns3 } from 'lucide-react'

/** The columns and the density of a table, kept in this browser. */
export function useTableSettings(table: string) {
  return useLocalStorage<{ hidden?: readonly string[]; isDense?: boolean }>({
    key: `vault-inventory table ${table}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
}

type Props = { readonly label: string; readonly columns: readonly { readonly header: string }[] }

/** Shows and hides columns, but for the first one, which names the row. */
export function TableSettings({ label, columns }: Props) {
  const [settings, change] = useTableSettings(label)
  const { hidden = [], isDense = false } = settings
  return (
    <Menu closeOnItemClick={false} withinPortal={false} position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<Columns3 size={14} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.slice(1).map(({ header }) => (
          <Menu.CheckboxItem
            key={header}
            checked={!hidden.includes(header)}
            onChange={(isShown) => {
              const others = hidden.filter((each) => each !== header)
              change({ ...settings, hidden: isShown ? others : [...others, header] })
            }}
          >
            {header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.CheckboxItem
          checked={isDense}
          onChange={(now) => change({ ...settings, isDense: now })}
        >
          Compact rows
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  )
}
