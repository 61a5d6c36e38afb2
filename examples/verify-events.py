#!/usr/bin/env python3
"""Verifies an export of events (docs/CUSTODY.md) with Python 3 and OpenSSL 3, and nothing of the service.
usage: verify-events.py EXPORT [--key VAULT-KEYS.json] [--checkpoint CHECKPOINT.json]
It checks no signatures of passkeys: of a log that has or asks for any it says NOT CHECKED, with exit status 3."""
import argparse, base64, datetime, decimal, hashlib, json, re, subprocess, sys, tempfile
CHECKPOINT = re.compile(rb'\{"at":"[^"\\]+","chainHash":"[0-9a-f]{64}","format":"vault-inventory-checkpoint-1","keyId":'
                        rb'"([^"\\]+)","organizationId":"[^"\\]+","sequence":\d{1,15},"signature":"([A-Za-z0-9+/]{86}==)"\}')
def bad(up_to, why, are_ours=True):
    proven = max(signed if are_ours else 0, reached)
    sys.exit(print(f"BAD line {number}: {why}. Events up to {proven} are as signed; the first bad event is "
                   f"between {proven + 1} and {max(up_to, proven + 1)}") or 1)
# The canonical form, the order of members aside: no blanks but in texts, no escapes but those that must be.
PLAIN = re.compile(r'[^"\s]*(?:"[^"\\]*(?:\\(?:["\\bfnrt]|u00(?:0[0-7bef]|1[0-9a-f]))[^"\\]*)*"[^"\s]*)*')
def is_deep(value, depth=0):
    inner = value.values() if type(value) is dict else value if type(value) is list else ()
    return type(value) in (dict, list) and (depth > 100 or any(is_deep(it, depth + 1) for it in inner))
def members(pairs):
    if len(dict(pairs)) < len(pairs): raise ValueError("a member is there twice")
    return dict(pairs)
def number_of(text):  # as ECMAScript writes it
    if re.fullmatch(r"-?\d{1,15}", text) and str(int(text)) == text: return int(text)
    sign, digits, exponent = decimal.Decimal(repr(float(text))).normalize().as_tuple()
    if digits == (0,): raise ValueError(text)
    digits, point = "".join(map(str, digits)), len(digits) + exponent
    if 0 < point <= 21: written = (digits[:point].ljust(point, "0") + "." + digits[point:]).rstrip(".")
    elif -6 < point <= 0: written = "0." + "0" * -point + digits
    else: written = f"{digits[0]}.{digits[1:]}".rstrip(".") + f"e{point - 1:+d}"
    if "-" * sign + written != text: raise ValueError(text)
    return float(text)
def parsed(line):
    try:
        text = line.decode() if len(line) <= 1 << 24 else ""
        document = json.loads(text, object_pairs_hook=members, parse_int=number_of, parse_float=number_of, parse_constant=int)
        return dict(document.items()) if PLAIN.fullmatch(text) and not is_deep(document) else {}
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}
def listed(path, member):
    content = open(path, "rb").read() if path else b"[]"
    try:
        document = json.loads(content)
    except ValueError:  # a statement, whose last line of this kind is the checkpoint
        document = json.loads([*CHECKPOINT.finditer(content.replace(b'""', b'"'))][-1][0])
    found = document.get(member, document) if isinstance(document, dict) else document
    found = found.get("checkpoint", found) if isinstance(found, dict) else found
    return found if isinstance(found, list) else [found]
def is_signed(line):
    match = CHECKPOINT.fullmatch(line)
    key = keys.get(match[1].decode()) if match else None
    if not key or parsed(line)["at"] > (key.get("retiredAt") or "~"): return False
    der = bytes.fromhex("302a300506032b6570032100") + base64.urlsafe_b64decode(key["x"] + "==")
    text = re.sub(rb'"keyId":"[^"]*",|,"signature":"[^"]*"', b"", line)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("key", der), ("text", text), ("sig", base64.b64decode(match[2]))): open(f"{folder}/{name}", "wb").write(content)
        command = "openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile sig"
        return subprocess.run(command.split(), cwd=folder, capture_output=True).returncode == 0
KNOWN = {f"{begin}.{end}" for begin, *ends in map(str.split, """organization clock_advanced wiped
fbo_account created updated insured_maximum_set primary_changed profile_updated erased imported
inventory_item taken_in imported updated evidence_added held released withdrawn revalued
revaluation requested approval_given approved rejected cancelled
transfer created updated approval_given completed rejected cancelled expired system_approval_declined
outbound_shipment created updated imported inspecting submitted approval_given approved returned_to_packing held released shipped delivered cancelled
access_token issued rotated revoked
session began ended
person invited updated suspended resumed unbound admitted bound
role created updated deleted
passkey registered removed
organization_policy updated
identity_provider set deleted
webhook_endpoint created updated deleted secret_rotated tested disabled enabled
event_checkpoint created""".splitlines()) for end in ends}
RECORD = re.compile(r"(transfer|outbound_shipment|revaluation)\.(created|requested|approval_given|approved|completed|rejected|"
                    r"cancelled|expired|shipped|imported)")
WIPED = "organization.wiped"
ABOUT = {"session": "access_token", "outbound_shipment.imported": "organization"}
def time_of(text):  # in seconds
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", text): raise ValueError(text)
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=datetime.timezone.utc).timestamp()
def fault_of(event):
    """What is wrong with an event that says something about proofs of approvals; it is bad by itself."""
    global has_proofs, latest, wipes
    def has(members, *names, of=str):
        return all(type(members[name]) is of for name in names)
    try:
        kind, subject, data = event["type"], event["subject"], event["data"]
        begin = kind.partition(".")[0]
        if kind not in KNOWN: raise ValueError(kind)
        if not RECORD.fullmatch(kind) and begin not in ("access_token", "session", "passkey", "organization_policy") and kind != WIPED: return None
        at, about = time_of(event["occurredAt"]), ABOUT.get(kind) or ABOUT.get(begin) or begin
        version = {"version": data["version"]} if RECORD.fullmatch(kind) and kind not in ABOUT else {}
        required = {"passkey.registered": ("credentialId", "personId", "publicKey", "rpId"), "passkey.removed": ("credentialId",),
                    "access_token.rotated": ("newTokenId",)}.get(kind, ("personId",) if begin == "session" else ())
        after = data["after"] if begin == "organization_policy" else {}
        is_whole = (has(event, "id") and event["organizationId"] == header["organizationId"] and has(subject, "type", "id")
                    and subject["type"] == about and type(event["actor"]["tokenId"]) in (str, type(None))
                    and has(data, *required) and has({"personId": "", **data}, "personId") and has(version, *version, of=int)
                    and has({"approvedBySystem": True, **data}, "approvedBySystem", of=bool)
                    and (kind != "passkey.registered" or has(data, "algorithm", of=int))
                    and after.get("approvalProof", "none") in ("none", "passkey") and after.get("systemApproval", "off") in ("off", "within_limits"))
    except (KeyError, TypeError, ValueError, AttributeError):
        is_whole = False
    if not is_whole: return "the event has another form than an event of its type, or an unknown type"
    if at > latest[0]: latest = (at, number)
    record = (subject["type"], subject["id"])
    has_proofs = has_proofs or "proof" in data or after.get("approvalProof") == "passkey"
    if re.search(r"\.(approval_given|approved|completed)$", kind) and at + 60 < max(signed_at, created.get(record, -1e12)):
        return "the approval is of a time before its record, or before a checkpoint that stands before it"
    wipes += kind == WIPED
    if re.search(r"\.(created|requested)$", kind):
        if record in ended: return "the event creates a record that ended before"
        created.setdefault(record, at)
    elif RECORD.fullmatch(kind) and not re.search(r"\.(approval_given|outbound_shipment.approved)$", "." + kind):
        created.pop(record, None)
        if begin != "outbound_shipment": ended.add(record)
parser = argparse.ArgumentParser()
for name in ("export", "--key", "--checkpoint"): parser.add_argument(name)
options = parser.parse_args()
lines = open(options.export, "rb")
header, checkpoints = json.loads(next(lines)), listed(options.checkpoint, "data")
keys = {key["kid"]: key for key in (listed(options.key, "keys") if options.key else header["keys"])}
kept = {it["sequence"]: it["chainHash"] for it in checkpoints}
for it in checkpoints if options.key else []:
    if not is_signed(json.dumps(it, separators=(",", ":"), sort_keys=True).encode()):
        sys.exit("The checkpoint was not signed by one of the keys.")
signed, reached, chain, last, number = 0, 0, bytes(32), 0, 1
if type(header["events"]) is not int or header["events"] < 0:
    bad(0, "it is no header of an export")
ended = set()
fault, has_proofs, wipes, created, signed_at, latest, newest = None, False, 0, {}, -1e12, (-1e12, 0), max(header["events"], *kept, 0)
for number, line in enumerate((line.rstrip(b"\n") for line in lines), 2):
    document = parsed(line)
    if document.get("format") == "vault-inventory-checkpoint-1":
        if not is_signed(line) or document["organizationId"] != header["organizationId"]:
            bad(last, "the checkpoint does not verify")
        if document["sequence"] != last or document["chainHash"] != chain.hex():
            bad(min(document["sequence"], last) + (document["sequence"] != last), "the checkpoint is over other events")
        signed, signed_at = last, max(signed_at, time_of(document["at"]))
        if latest[0] > time_of(document["at"]) + 60: fault = fault or (latest[1], "the event is later than a checkpoint behind it")
        continue
    before, _, after = line.partition(b'"chainHash":"')
    chain = hashlib.sha256(chain + before + after[66:]).digest()
    sequence = document.get("sequence")
    if type(sequence) is not int or (document.get("chainHash"), sequence) != (chain.hex(), last + 1) or last == header["events"]:
        bad(last + 1, "altered, removed, inserted or reordered")
    last, why = last + 1, fault_of(document)
    fault = fault or why and (number, why)
    if kept.get(last, chain.hex()) != chain.hex():
        bad(last, "the chain is not what was kept", are_ours=False)
    reached = last if last in kept else reached
if signed != last or newest > last:
    bad(last + (newest > last), "the newest events are missing, or the checkpoint over them")
if fault: sys.exit(print(f"BAD line {fault[0]}: {fault[1]}, in a log that is as it was signed") or 1)
wiped = f"; it was wiped {wipes} times: in the log of a live organization, each is forged" if wipes else ""
if has_proofs:
    sys.exit(print("NOT CHECKED: the log is as it was signed, but whether its approvals have the signatures of passkeys that the "
                   "policy asked for is for vault-inventory events verify to check" + wiped) or 3)
print(f"OK {last} events of {header['organizationId']}, with the keys of {options.key or 'the file itself'}{wiped}")
