const undos: (() => Promise<void>)[] = []

/** Undoes something that the files of this process share, when the last of them has run. */
export function atEndOfProcess(undo: () => Promise<void>): void {
  undos.push(undo)
}

/** Called when the last file of this process has run: the last comes first. */
export async function endProcess(): Promise<void> {
  for (const undo of undos.splice(0).reverse()) await undo()
}
