import { UnstyledButton } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'

interface Props {
  readonly header: string
  readonly isRight?: boolean
  readonly sort?: string | undefined
}

/** The header of a column. A click sorts the list by it: the newest or the most first. */
export function SortHeader({ header, isRight, sort }: Props) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  if (sort === undefined) {
    return (
      <th scope="col" data-right={isRight}>
        {header}
      </th>
    )
  }
  const sorted = search.sort ?? '-createdAt'
  const [isUp, isDown] = [sorted === sort, sorted === `-${sort}`]
  const Icon = isUp ? ArrowUp : isDown ? ArrowDown : ArrowUpDown
  const turn = () =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        page: undefined,
        cursor: undefined,
        sort: isDown ? sort : `-${sort}`,
      }),
      resetScroll: false,
    })
  return (
    <th
      scope="col"
      data-right={isRight}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}
    >
      <UnstyledButton onClick={turn} fz="sm" fw="inherit" mih={24} className="nowrap">
        {header} <Icon size={12} aria-hidden="true" />
      </UnstyledButton>
    </th>
  )
}
