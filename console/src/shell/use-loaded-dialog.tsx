import { notifications } from '@mantine/notifications'
import { type ComponentType, useRef, useState } from 'react'

type Dialog = ComponentType<{ readonly close: () => void }>

/** A dialog whose files are loaded when it is opened. Closed, it gives the focus back. */
export function useLoadedDialog(load: () => Promise<Dialog>) {
  const [Loaded, setLoaded] = useState<Dialog>()
  const before = useRef<Element | null>(null)
  const open = async () => {
    before.current = document.activeElement
    try {
      const loaded = await load()
      setLoaded(() => loaded)
    } catch {
      notifications.show({ color: 'red', message: 'This could not be loaded. Try again.' })
    }
  }
  const close = () => {
    setLoaded(undefined)
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  return { open: () => void open(), dialog: Loaded && <Loaded close={close} /> }
}
