require("gitexplorer.completion").attach()
