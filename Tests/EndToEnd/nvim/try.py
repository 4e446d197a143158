import os, sys, time
from editor import Editor
from sandbox import Sandbox
G=os.environ["GITEXPLORER"]
with Sandbox(G) as s, Editor(sys.argv[1], {"cmd":[G],"settings":{"github":{"baseUrl":s.url,"token":"x"},"debounceMilliseconds":100}}) as e:
    e.command("GitExplorer search")
    for k in sys.argv[2:]:
        e.type(k); time.sleep(0.8)
        print(e.screen.text(), e.screen.cursor)
    print(e.screen.groups_of("octo"))
    try:print(e.call("nvim_exec","messages",True))
    except Exception as x: print(x)
