import { runRound } from './round.ts'

// The load has a process of its own, so that it waits for nothing of the one that measures.
process.on('message', async (options) => {
  const reply = await runRound(options as never).catch((error: Error) => ({ failure: error.stack }))
  process.send?.(reply)
})
process.on('disconnect', () => process.exit())
