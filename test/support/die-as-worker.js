// Preloaded by a test with --import: a worker ends before it can do anything.
if (process.argv[1]?.endsWith('worker-process.ts')) process.exit(7)
