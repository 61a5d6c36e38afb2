import type { ReactNode } from 'react'

/** Scrolls to what is new in a long dialog, once, so that it is seen. */
export function ScrollIntoView({ children }: { readonly children: ReactNode }) {
  return <div ref={scrollTo}>{children}</div>
}

function scrollTo(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'center' })
}
