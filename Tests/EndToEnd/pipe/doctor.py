"""The command doctor: every check is made, and no secret is told."""
import json
import os
import tempfile

from client import TOKEN, command


def doctor_makes_every_check(t):
    """Whatever is wrong, the checks behind it are made, and no secret is told."""
    names = ["version", "libcurl", "proxy", "certificates", "settings", "token", "GitHub", "Neovim", "Emacs",
             "state", "cache"]
    with tempfile.TemporaryDirectory() as home:
        plugin = os.path.join(home, ".local/share/nvim/lazy/gitexplorer/lua/gitexplorer")
        os.makedirs(plugin)
        open(os.path.join(plugin, "init.lua"), "w").close()
        package = os.path.join(home, ".emacs.d/elpa/gitexplorer-0.1.0")
        os.makedirs(package)
        open(os.path.join(package, "gitexplorer.el"), "w").close()
        config = os.path.join(home, "config.json")
        with open(config, "w") as file:
            file.write('{"perPage": 0}')
        base = {"HOME": home, "GITHUB_TOKEN": TOKEN, "https_proxy": f"http://me:{TOKEN}@127.0.0.1:9",
                "SSL_CERT_FILE": "", "SSL_CERT_DIR": "", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}
        rows = [
            (["--sandbox"], {}, 0, None), ([], {}, 3, "GitHub"),
            (["--sandbox"], {"SSL_CERT_FILE": "/no/such/file"}, 3, "certificates"),
            (["--config", config], {}, 3, "settings"), (["--config", "/no/such/file"], {}, 3, "settings"),
            (["--sandbox", "--faults", "error=401"], {}, 3, "GitHub"),
            (["--sandbox"], {"XDG_CACHE_HOME": "/dev/null"}, 3, "cache"),
        ]
        for arguments, variables, expected, wrong in rows:
            environment = {**base, **variables}
            status, out, errors = command("doctor", "--json", *arguments, environment=environment)
            report = json.loads(out)
            checks = {check["name"]: check for check in report["checks"]}
            problems = [name for name, check in checks.items() if check["state"] == "problem"]
            t.equal((status, problems), (expected, [wrong] if wrong else []), f"{arguments} {variables}")
            t.equal([name for name in names if name not in checks], [], f"all checks of {arguments}")
            t.check(all(checks[name].get("advice") for name in problems), "what to do", problems)
            t.equal(report["ok"], expected == 0, "whether all is well")
            t.check("lazy/gitexplorer" in checks["Neovim"]["found"] and "elpa" in checks["Emacs"]["found"],
                    "the plugins", checks)
            status, text, _ = command("doctor", *arguments, environment=environment)
            t.check(status == expected and all(f" {name} " in text for name in names), "the same in words", text)
            t.check("***@127.0.0.1" in text and TOKEN not in text + out + errors, "no secret", text)


CHECKS = [doctor_makes_every_check]
