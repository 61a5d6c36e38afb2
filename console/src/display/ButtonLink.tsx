import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { type ComponentProps, forwardRef } from 'react'

/** Mantine's button as a link of the router: typed `to`, `params` and `search`. */
export const ButtonLink = createLink(
  forwardRef<
    HTMLAnchorElement,
    ButtonProps & Omit<ComponentProps<'a'>, 'href' | keyof ButtonProps>
  >((props, ref) => <Button component="a" ref={ref} {...props} />),
)
