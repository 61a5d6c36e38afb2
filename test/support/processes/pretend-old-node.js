// Preloaded into the launcher by its test: makes the Node that runs it look too old to run TypeScript.
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.0.0' } })
