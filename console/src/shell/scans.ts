import { useEffect, useEffectEvent } from 'react'
import { GUARD_MS } from '../display/DialogForm.tsx'
import { goOn } from '../display/forms.ts'

// A scanner is a keyboard that types a code faster than a person, then Enter, Tab or nothing. Its
// keys go to whoever takes scans, and never to a shortcut, a button or a link.

/** A key that comes so soon after another one is a scanner's; in a field, people are faster. */
const GAP_MS = 100
const FIELD_GAP_MS = 60
/** Within what is a code for sure, a scanner may stop for a moment, as by radio. */
const LONG_GAP_MS = 150
/** A scanner may send Enter late, or a line feed after it. */
const AFTER_MS = 300
/** So many keys in a row are a code, also without Enter. Fewer can be a fast person's shortcuts. */
const CODE_MIN = 4

/** Takes a code: what the keys mean here, and what they mean on a US keyboard, where it differs. */
type Take = (code: string, onUsKeyboard: string) => void

const takers: Take[] = []
/** Keys that the page has, or had. */
const passed = new WeakSet<Event>()
let burst: KeyboardEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let mayHaveAtOnce = (_: readonly string[]) => false
let scannedAt = Number.NEGATIVE_INFINITY
/** The last other key that went into no field. */
let keyAt = Number.NEGATIVE_INFINITY

/**
 * While it is shown, it takes what is scanned into no field.
 * @param isLast whether only what nothing else takes
 */
export function useScans(take: Take, isLast = false): void {
  const latest = useEffectEvent(take)
  useEffect(() => {
    const taker: Take = (...codes) => latest(...codes)
    if (isLast) takers.unshift(taker)
    else takers.push(taker)
    return () => void takers.splice(takers.indexOf(taker), 1)
  }, [isLast])
}

/**
 * Tells scans from keys. The page of a person who is signed in does it once.
 * @param isHarmless whether the page may have these first keys at once: they only move the person
 */
export function useScanner(isHarmless: (keys: readonly string[]) => boolean): void {
  const latest = useEffectEvent(isHarmless)
  useEffect(() => {
    mayHaveAtOnce = (keys) => latest(keys)
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    window.addEventListener('keydown', keyPressed, options)
    window.addEventListener('keyup', keyReleased, options)
    window.addEventListener('pointerdown', () => end(false), options)
    window.addEventListener('click', clicked, options)
    return () => listening.abort()
  }, [])
}

/** Keys behind a click of a hand are a person's, unless it was made while a scan ended. */
function clicked({ detail, timeStamp }: MouseEvent): void {
  if (detail > 0 && timeStamp - scannedAt > GUARD_MS) keyAt = Number.NEGATIVE_INFINITY
}

/** Sees each key before anything else on the page. */
function keyPressed(event: KeyboardEvent): void {
  if (passed.has(event) || event.isComposing) return
  if (event.repeat) {
    if (pressed(event)) swallow(event)
    return
  }
  const isEnd = event.key === 'Enter' || event.key === 'Tab'
  const isLineFeed = event.ctrlKey && event.code === 'KeyJ'
  const last = burst.at(-1)
  if (last !== undefined && event.timeStamp - last.timeStamp > gapAt(event, isEnd)) end(false)
  if (isEnd && burst.length > 1) {
    endWith(event)
  } else if ((isEnd || isLineFeed) && event.timeStamp - scannedAt < AFTER_MS) swallow(event)
  else if (isSign(event)) add(event)
  else if (pressed(event)) pressLater(event)
  else if (isLateInChoice(event)) swallow(event)
  else if (!/^(Shift|Control|Alt|AltGraph|CapsLock)$/.test(event.key)) end(false)
  // Also keys of the numeric pad, by which a scanner types signs, and those around a code.
  const isOther = !isMove(event) && !/^(Enter|Escape| )$/.test(event.key)
  if (isOther && !isText(event.target)) keyAt = event.timeStamp
}

/** The keys by which a person reaches a button. */
function isMove({ key }: KeyboardEvent): boolean {
  return /^(Shift|Control|Alt|AltGraph|CapsLock|Tab|Arrow.*)$/.test(key)
}

/** Enter behind other keys in a field of choices: the browser would send its form. */
function isLateInChoice({ key, target, timeStamp }: KeyboardEvent): boolean {
  const isChoice = target instanceof HTMLInputElement && target.readOnly
  return key === 'Enter' && isChoice && timeStamp - keyAt < GUARD_MS
}

/** The button or link that the key presses, or the box whose form it sends, if it does. */
function pressed({ key, target, ctrlKey, metaKey }: KeyboardEvent): HTMLElement | undefined {
  if (!(target instanceof HTMLElement)) return undefined
  const isBlank = key === ' '
  if (key !== 'Enter' && !isBlank) return undefined
  const isLink = target.matches('a[href]')
  const isBox = !isBlank && isInBox(target)
  const isPressed =
    target.matches('button') || isBox || (isLink && !isBlank && !ctrlKey && !metaKey)
  return isPressed ? target : undefined
}

/**
 * Presses a button when no other key comes before or behind: Enter may begin and end a code. A link
 * confirms nothing, and is followed after keys that move through a list. In a dialog that nobody
 * has read, nothing is pressed.
 */
function pressLater(event: KeyboardEvent): void {
  const button = pressed(event)
  swallow(event)
  if (!button?.matches('a') && event.timeStamp - keyAt < GUARD_MS) return
  if (button === undefined || button.closest('[data-unread]')) return
  unlessKeysCome(LONG_GAP_MS, () => {
    if (!button.isConnected) return
    if (isInBox(button))
      button.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.click()
    else button.click()
  })
}

/** Whether it is a box for a tick, in which Enter presses the button that sends its form. */
function isInBox(target: HTMLElement): boolean {
  return target.matches('form :is([type=checkbox], [type=radio])')
}

/** A blank presses when it is released. */
function keyReleased(event: KeyboardEvent): void {
  if (event.key === ' ' && pressed(event)) swallow(event)
}

/** The longest time between two keys of a code; late Enter sends no form, either. */
function gapAt({ target }: KeyboardEvent, isEnd = false): number {
  if (burst.length >= CODE_MIN) return isEnd && isText(target) ? GUARD_MS : LONG_GAP_MS
  return isText(target) ? FIELD_GAP_MS : GAP_MS
}

/** One sign of a code. `Dead` is one of a layout that the scanner does not know. */
function isSign({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  const isPlain = !metaKey && ctrlKey === altKey
  return isPlain && (key === 'Dead' || [...key].length === 1) && (key !== ' ' || burst.length > 0)
}

function add(event: KeyboardEvent): void {
  clearTimeout(timer)
  burst.push(event)
  // A field gets what is typed or scanned into it.
  if (isText(event.target)) return
  // The first key chooses in a list of the browser itself, which no key that is replayed does.
  const isChoice = burst.length === 1 && event.target instanceof HTMLSelectElement
  if (isChoice || mayHaveAtOnce(burst.map(({ key }) => key))) passed.add(event)
  else swallow(event)
  unlessKeysCome(gapAt(event), () => end(false))
}

/** Does something unless keys come; on a busy page, after those that have come meanwhile. */
function unlessKeysCome(ms: number, run: () => void, isBusy = false): void {
  clearTimeout(timer)
  const due = performance.now() + ms
  timer = setTimeout(() => {
    if (!isBusy && performance.now() - due > ms / 2) unlessKeysCome(ms / 2, run, true)
    else run()
  }, ms)
}

/** Hands over the code that the keys were; else the page gets them, a moment late. */
function end(hasEnter: boolean): void {
  clearTimeout(timer)
  const keys = burst
  burst = []
  if (keys.some(({ target }) => isText(target))) return
  if (!hasEnter && keys.length < CODE_MIN) {
    for (const key of keys) if (!passed.has(key)) replay(key)
    return
  }
  scannedAt = keys.at(-1)?.timeStamp ?? scannedAt
  const code = keys.map(({ key }) => (key === 'Dead' ? '' : key)).join('')
  takers.at(-1)?.(code, keys.map(usKey).join(''))
}

/**
 * Enter or Tab behind a code. In a field, it sends no form that changes something: the next field
 * has the focus.
 */
function endWith(event: KeyboardEvent): void {
  const [{ length }, field] = [burst, event.target]
  if (!isText(field)) swallow(event)
  end(true)
  if (!isText(field)) return
  const form = field.closest('form')
  const isOfForm = form !== null && !form.matches('[data-takes-scans]')
  if (event.key === 'Tab' || length < CODE_MIN || !isOfForm || field.matches('textarea')) return
  event.preventDefault()
  // The button that has the focus then is not pressed by another Enter of the scanner.
  keyAt = event.timeStamp
  // A list of choices needs it.
  if (!field.matches('[role=combobox], [aria-haspopup=listbox]')) goOn(field)
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function replay(event: KeyboardEvent): void {
  const copy = new KeyboardEvent('keydown', event)
  passed.add(copy)
  const target = document.activeElement ?? document.body
  target.dispatchEvent(copy)
}

/** Whether what is typed goes into it. */
function isText(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false
  const others = '[readonly], [type=checkbox], [type=radio], [type=button], [type=file]'
  return target.isContentEditable || target.matches(`textarea, input:not(${others})`)
}

/** Signs of ids and addresses. */
const US_SIGNS: Readonly<Record<string, string>> = {
  Minus: '-_',
  Semicolon: ';:',
  Period: '.>',
  Slash: '/?',
}

/** The sign that most scanners mean, whatever the layout of the keyboard is here. */
function usKey({ key, code, shiftKey }: KeyboardEvent): string {
  const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  if (digit !== undefined)
    return code.startsWith('D') && shiftKey ? (')!@#$%^&*('[+digit] ?? '') : digit
  return US_SIGNS[code]?.[shiftKey ? 1 : 0] ?? (key === 'Dead' ? '' : key)
}
