import { CopyButton, Text, Tooltip, UnstyledButton } from '@mantine/core'

/** The prefix of an id and its end, which tells it from its neighbours: `xfer_…4bgq`. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${/^[a-z]+_/.exec(id)?.[0] ?? id.slice(0, 4)}…${id.slice(-4)}`
}

/** An id, small and grey. A click copies the whole of it. */
export function ShortId({ id }: { readonly id: string }) {
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${id}`}>
          <UnstyledButton
            onClick={copy}
            aria-label={`${shortId(id)}, copy`}
            mih={24}
            className="nowrap"
          >
            <Text span size="xs" c="dimmed" ff="monospace">
              {shortId(id)}
            </Text>
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  )
}
